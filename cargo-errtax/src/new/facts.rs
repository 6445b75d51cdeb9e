//! What can be said of a code on the command line, and whether that is enough and goes together.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use errtax_build::ident;
use errtax_build::model::{Contract, Origin, RoleCode};
use errtax_core::{Action, Class, Executed, Role};

use crate::edit::{Ground, Refusal};

/// The options.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Facts {
    /// What kind of failure it is.
    #[arg(long, value_parser = words(Class::ALL, Class::as_str, Class::meaning))]
    pub(crate) class: Option<Class>,

    /// What the agent should do.
    #[arg(long, value_parser = words(Action::ALL, Action::as_str, Action::meaning))]
    pub(crate) action: Option<Action>,

    /// Whether the call took effect.
    #[arg(long, value_parser = words(ADMITTED, Executed::as_str, Executed::meaning))]
    pub(crate) executed: Option<Executed>,

    /// The code that a plain write surfaces as, where this one is retryable and nobody knows whether the call took effect.
    #[arg(long, value_name = "CODE")]
    pub(crate) in_doubt: Option<String>,

    /// The HTTP status.
    #[arg(long, value_name = "STATUS")]
    pub(crate) http: Option<u16>,

    /// The gRPC status.
    #[arg(long, value_name = "STATUS")]
    pub(crate) grpc: Option<u8>,

    /// What happened, in one line; `{name}` stands for a detail.
    #[arg(long, value_name = "TEXT")]
    pub(crate) message: Option<String>,

    /// What to do about it, in one line.
    #[arg(long, value_name = "TEXT")]
    pub(crate) hint: Option<String>,
}

/// What some class admits; `yes` is a word of the wire alone.
const ADMITTED: &[Executed] = &[Executed::No, Executed::Unknown, Executed::Partial];

/// Takes one word of a vocabulary; `--help` lists them with what they mean.
fn words<T>(
    all: &'static [T],
    word: fn(T) -> &'static str,
    meaning: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + std::str::FromStr + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let values = all
        .iter()
        .map(move |value| PossibleValue::new(word(*value)).help(meaning(*value)));
    PossibleValuesParser::new(values).try_map(|word| word.parse())
}

/// What the agent acts on, whole and in agreement with itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) class: Class,
    pub(crate) action: Action,
    pub(crate) executed: Executed,
    pub(crate) in_doubt: Option<String>,
}

/// Takes the options together. What the class settles is settled; what it leaves open must be said, for nothing that an
/// agent acts on is guessed. `command` is what is typed before the options.
pub(crate) fn answer(ground: &Ground<'_>, facts: &Facts, command: &str, name: &str) -> Result<Answer, Refusal> {
    let Some(class) = facts.class else {
        return Err(without_class(ground, command, name));
    };
    let action = one_of(facts.action, class.actions());
    let executed = one_of(facts.executed, class.executed());
    if let Some(refusal) = contradiction(ground, facts, class) {
        return Err(refusal);
    }
    let (Some(action), Some(executed)) = (action, executed) else {
        return Err(incomplete(ground, class, action, executed, command));
    };
    let in_doubt = twin(ground, facts, action, executed, name)?;
    Ok(Answer {
        class,
        action,
        executed,
        in_doubt,
    })
}

/// What was said, else the only one there is.
fn one_of<T: Copy>(said: Option<T>, admitted: &[T]) -> Option<T> {
    match (said, admitted) {
        (Some(said), _) => Some(said),
        (None, [one]) => Some(*one),
        (None, _) => None,
    }
}

fn without_class(ground: &Ground<'_>, command: &str, name: &str) -> Refusal {
    let mut help = match ident::family(name) {
        Some((ending, classes)) => {
            let words: Vec<String> = classes.iter().map(|class| format!("`{class}`")).collect();
            let commands: Vec<String> = classes
                .iter()
                .map(|class| format!("`cargo errtax {command} --class {class}`"))
                .collect();
            format!(
                "a name that ends in `{ending}` is taken for {}: {}; the classes are",
                either(&words),
                either(&commands)
            )
        }
        None => format!("`cargo errtax {command} --class CLASS`, which is one of"),
    };
    let width = Class::ALL
        .iter()
        .map(|class| class.as_str().len())
        .max()
        .unwrap_or_default();
    for class in Class::ALL {
        help.push_str(&format!("\n  {class:width$}  {}", lowered(class.meaning())));
    }
    ground.refuse(format!("it is not said what kind of failure {name} is"), help)
}

/// What the class does not admit.
fn contradiction(ground: &Ground<'_>, facts: &Facts, class: Class) -> Option<Refusal> {
    if let Some(action) = facts.action.filter(|action| !class.actions().contains(action)) {
        let with: Vec<String> = class.actions().iter().map(|action| format!("`{action}`")).collect();
        let classes = Class::ALL.iter().filter(|class| class.actions().contains(&action));
        let classes: Vec<String> = classes.map(|class| format!("`{class}`")).collect();
        return Some(ground.refuse(
            format!("action `{action}` contradicts class `{class}`"),
            format!(
                "with `{class}` the action is {}; `{action}` goes with class {}",
                either(&with),
                either(&classes)
            ),
        ));
    }
    if let Some(executed) = facts.executed.filter(|executed| !class.executed().contains(executed)) {
        let with: Vec<String> = class
            .executed()
            .iter()
            .map(|executed| format!("`{executed}`"))
            .collect();
        return Some(ground.refuse(
            format!("executed `{executed}` contradicts class `{class}`"),
            format!("with `{class}` it is {}; or give the code another class", either(&with)),
        ));
    }
    None
}

/// What the class leaves open.
fn incomplete(
    ground: &Ground<'_>,
    class: Class,
    action: Option<Action>,
    executed: Option<Executed>,
    command: &str,
) -> Refusal {
    let mut open = Vec::new();
    let mut help = Vec::new();
    let mut example = format!("cargo errtax {command} --class {class}");
    if action.is_none() {
        open.push("what the agent should do (`--action`)");
        let words: Vec<String> = class
            .actions()
            .iter()
            .map(|action| explained(action.as_str(), action.meaning()))
            .collect();
        help.push(format!("`--action` is {}", either(&words)));
    }
    let first = class
        .actions()
        .first()
        .filter(|_| action.is_none() || class.actions().len() > 1);
    if let Some(action) = action.as_ref().or(first).filter(|_| class.actions().len() > 1) {
        example.push_str(&format!(" --action {action}"));
    }
    if executed.is_none() {
        open.push("whether the call took effect (`--executed`)");
        let words: Vec<String> = class
            .executed()
            .iter()
            .map(|executed| explained(executed.as_str(), executed.meaning()))
            .collect();
        help.push(format!("`--executed` is {}", either(&words)));
    }
    let first = class.executed().first().filter(|_| class.executed().len() > 1);
    if let Some(executed) = executed.as_ref().filter(|_| class.executed().len() > 1).or(first) {
        example.push_str(&format!(" --executed {executed}"));
    }
    ground.refuse(
        format!("class `{class}` leaves open {}", open.join(" and ")),
        format!("{}; for instance `{example}`", help.join("; ")),
    )
}

fn twin(
    ground: &Ground<'_>,
    facts: &Facts,
    action: Action,
    executed: Executed,
    name: &str,
) -> Result<Option<String>, Refusal> {
    let needed = action.retryable() && executed == Executed::Unknown;
    match (&facts.in_doubt, needed) {
        (None, true) => Err(ground.refuse(
            format!("{name} is to be repeated though nobody knows whether the call took effect: a plain write needs another answer"),
            match twins(ground).as_slice() {
                [] => "declare a code of class `unknown_outcome` first (`cargo errtax new OUTCOME_UNKNOWN --class unknown_outcome`), \
                       and name it: `--in-doubt OUTCOME_UNKNOWN`"
                    .to_owned(),
                twins => {
                    let twins: Vec<String> = twins.iter().map(|twin| format!("`--in-doubt {twin}`")).collect();
                    format!("name the code that it surfaces as: {}", either(&twins))
                }
            },
        )),
        (Some(twin), false) => Err(ground.refuse(
            format!("`--in-doubt {twin}` is never used here: the twin is for a code that is retryable and whose effect is unknown"),
            "leave it out",
        )),
        (twin, _) => Ok(twin.clone()),
    }
}

/// The codes that tell the agent to look before it sends anything again; that of the role first.
fn twins(ground: &Ground<'_>) -> Vec<String> {
    let registry = ground.registry;
    let role = match registry.roles.get(&Role::InDoubt) {
        Some(RoleCode::Here(code)) => Some(code.clone()),
        _ => None,
    };
    let mut twins: Vec<String> = role.into_iter().collect();
    let others = registry
        .codes
        .values()
        .filter(|code| code.contract.class == Class::UnknownOutcome && code.deprecated.is_none());
    for code in others {
        if !twins.contains(&code.name) {
            twins.push(code.name.clone());
        }
    }
    twins
}

/// The status that the other codes of the class have: the most usual one, and whether all have it.
pub(crate) fn usual<T: Copy + Ord>(
    ground: &Ground<'_>,
    class: Class,
    of: impl Fn(&Contract) -> Option<T>,
) -> Option<(T, bool)> {
    let own = ground.registry.codes.values().filter(|code| code.origin == Origin::Own);
    let values: Vec<Option<T>> = own
        .filter(|code| code.contract.class == class)
        .map(|code| of(&code.contract))
        .collect();
    let times = |value: T| values.iter().filter(|other| **other == Some(value)).count();
    let most = values
        .iter()
        .flatten()
        .copied()
        .max_by_key(|value| (times(*value), std::cmp::Reverse(*value)))?;
    Some((most, times(most) == values.len()))
}

/// `` `transient` (this attempt was lost; the same call may succeed) ``.
fn explained(word: &str, meaning: &str) -> String {
    format!("`{word}` ({})", lowered(meaning))
}

/// A sentence as a part of another.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.trim_end_matches('.').chars();
    let first = letters.next().map(|first| first.to_lowercase().collect::<String>());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

/// `a`, `a or b`, `a, b or c`.
fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
