//! The row of the tables that said so, and on whose authority.

use errtax::causes::{Entry, Proof, rows};

/// The row; none where no table said it but the kind of an error or the words of a message.
pub(super) fn row(proof: &Proof, messages: &[String]) -> Option<Entry> {
    let said = proof.because.to_string();
    let is_said = |row: &Entry| {
        let mut phrases = row.says.iter();
        phrases.any(|phrase| messages.iter().any(|message| message.contains(phrase)))
    };
    // A code that stands for more than one thing has several rows: the one that proves this, and of those the one whose words
    // are there.
    let rank = |row: &Entry| (row.fact == proof.fact, is_said(row), row.says.is_empty());
    let fits = |is_about: fn(&Entry, &str) -> bool| {
        let mut found: Vec<Entry> = rows().filter(|row| is_about(row, &said)).collect();
        // The first of those that rank the same.
        found.reverse();
        found.into_iter().max_by_key(rank)
    };
    fits(names).or_else(|| fits(names_its_class))
}

/// Whether it is what a row is about.
fn names(row: &Entry, said: &str) -> bool {
    let is = |code: &str| {
        said.strip_prefix(code)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(" with "))
    };
    row.keys.iter().any(|key| match row.family {
        "Oracle" => is(key),
        "MongoDB labels" => is(&format!("MongoDB {key}")),
        "HTTP codes" => {
            let code = format!("code {key}");
            said == code || said.strip_suffix(&code).is_some_and(|head| head.ends_with(" with "))
        }
        family => is(&format!("{family} {key}")),
    })
}

/// Whether a row is about the class of a SQLSTATE (its first two characters), or the result code that an extended one of
/// SQLite has in its low byte.
fn names_its_class(row: &Entry, said: &str) -> bool {
    let is_class = |key: &String| match row.family {
        "SQLSTATE" => {
            key.len() == 2
                && said
                    .strip_prefix("SQLSTATE ")
                    .is_some_and(|code| code.starts_with(key.as_str()))
        }
        "SQLite" => {
            let code = said.strip_prefix("SQLite ").and_then(|code| code.parse::<i64>().ok());
            code.is_some_and(|code| (code & 0xff).to_string() == *key)
        }
        _ => false,
    };
    row.keys.iter().any(is_class)
}

#[cfg(test)]
mod tests {
    use errtax::causes::{Evidence, prove};

    use super::*;

    #[test]
    fn what_a_table_said_is_found_in_it() {
        for (evidence, family) in [
            (Evidence::sql_state("40001", ""), "SQLSTATE"),
            (Evidence::sql_state("22999", ""), "SQLSTATE"),
            (
                Evidence::MySql {
                    number: 1213,
                    message: "",
                },
                "MySQL",
            ),
            (
                Evidence::SqlServer {
                    number: 1205,
                    message: "",
                },
                "SQL Server",
            ),
            (
                Evidence::Oracle {
                    number: 60,
                    message: "",
                },
                "Oracle",
            ),
            (Evidence::Sqlite { code: 517, message: "" }, "SQLite"),
            (
                Evidence::Mongo {
                    code: None,
                    labels: &["TransientTransactionError"],
                    message: "",
                },
                "MongoDB labels",
            ),
            (
                Evidence::Mongo {
                    code: Some(11000),
                    labels: &[],
                    message: "",
                },
                "MongoDB",
            ),
            (
                Evidence::Redis {
                    message: "LOADING Redis is loading",
                },
                "Redis",
            ),
            (
                Evidence::Kafka {
                    name: "NotEnoughReplicasException",
                    message: "",
                },
                "Kafka",
            ),
            (Evidence::status(503), "HTTP"),
            (
                Evidence::Grpc {
                    code: 14,
                    message: "",
                    retry_after: None,
                },
                "gRPC",
            ),
        ] {
            let proof = prove(&evidence);
            let row = row(&proof, &[]).unwrap_or_else(|| panic!("{proof:?}"));
            assert_eq!((row.family, row.fact), (family, proof.fact), "{proof:?}");
            assert!(!row.authority.is_empty(), "{row:?}");
        }
    }

    #[test]
    fn each_code_that_stands_for_more_than_one_thing_has_the_row_that_decided() {
        for row_wanted in rows().filter(|row| row.family == "SQLSTATE" && !row.says.is_empty()) {
            for (code, phrase) in row_wanted.keys.iter().zip(row_wanted.says) {
                let proof = prove(&Evidence::sql_state(code, phrase));
                let found = row(&proof, &[(*phrase).to_owned()]).unwrap();
                assert_eq!(found.authority, row_wanted.authority, "{code} {phrase}");
            }
        }
    }
}
