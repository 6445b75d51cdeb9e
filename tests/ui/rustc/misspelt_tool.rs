// A tool that the registry does not declare, and one whose name in Rust would be that of two.

use fixture_codes::codes::tools;

fn main() {
    let _ = tools::POST_VOUCHR.dedupe_key;
    let _ = tools::RATES_LIST.writes;
}
