//! The chart of accounts, taken from the Swedish BAS chart. It does not change while the server runs.

/// One account a line: number, tab, name. Also what the resource `app://chart-of-accounts` serves.
pub const CHART: &str = include_str!("chart_of_accounts.tsv");

/// Where an agent reads the chart.
pub const CHART_URI: &str = "app://chart-of-accounts";

/// Whether the chart has an account of this number.
#[must_use]
pub fn has_account(number: &str) -> bool {
    CHART
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .any(|(known, _)| known == number)
}
