//! Text of others in the report: it takes one line and forges none.

/// The most characters that a name, a code or any other text of others has.
pub(super) const MAX_CHARS: usize = 160;

/// The text as it may stand in a report: one line, no control or invisible characters, nothing that ends an item or begins a
/// line of a report, at most [`MAX_CHARS`].
pub(super) fn harmless(text: &str) -> String {
    let mut safe = String::new();
    let mut is_after_space = true;
    let mut count = 0;
    // More than is ever shown need not be read.
    for character in text.chars().take(4 * MAX_CHARS) {
        let character = match character {
            ';' => ',',
            other if other.is_whitespace() || is_unseen(other) => ' ',
            other => other,
        };
        if character == ' ' && is_after_space {
            continue;
        }
        is_after_space = character == ' ';
        safe.push(character);
        count += 1;
        if count > MAX_CHARS {
            break;
        }
    }
    let safe = safe.replace("RECOVERY", "recovery");
    let safe = safe.trim_end();
    if safe.chars().count() <= MAX_CHARS {
        return safe.to_owned();
    }
    let cut: String = safe.chars().take(MAX_CHARS - 1).collect();
    format!("{}…", cut.trim_end())
}

/// Whether all of it may stand in a report, however long it is.
pub(super) fn is_harmless(text: &str) -> bool {
    let may_stand = |letter| letter != ';' && !is_unseen(letter) && (letter == ' ' || !letter.is_whitespace());
    text.chars().all(may_stand) && !text.contains("RECOVERY")
}

/// Characters that show nothing or turn the text around them.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
