//! What a store promises of its records.

use serde_json::json;

use super::{Kept, Stage, ask, at, at_once, done, expect, record};
use crate::replay::{Record, Slot, State, Store};

pub(super) fn reads_back<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (one, other) = (stage.open(), stage.open());
    let slot = stage.slot("key");
    expect("an empty slot", ask(one.load(&slot))?, None)?;
    let odd = "quote ' \" \\ null \0 line \n å 😀".repeat(200);
    let records = [
        record(State::Running { until: at(1 << 40) }, None),
        done(json!({"odd": odd, "number": 1.5, "nothing": null})),
        record(State::Failed(odd.clone()), Some(at(1 << 40))),
        record(State::InDoubt(None), None),
        record(State::InDoubt(Some(odd)), None),
    ];
    let mut held = None;
    for record in records {
        expect("the swap", ask(one.swap(&slot, held, Some(&record)))?, true)?;
        held = Some(record.version);
        expect("the record", ask(one.load(&slot))?, Some(record.clone()))?;
        expect("the record at another handle", ask(other.load(&slot))?, Some(record))?;
    }
    Ok(())
}

pub(super) fn slots_are_apart<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let store = stage.open();
    let scope = stage.scope.clone();
    let slot = |scope: String, tool: &str, key: &str| Slot {
        scope,
        tool: tool.to_owned(),
        key: key.to_owned(),
    };
    let slots = [
        slot(scope.clone(), "tool", "key"),
        slot(scope.clone(), "tool", "KEY"),
        slot(scope.clone(), "tool", "key "),
        slot(scope.clone(), "tool", " key"),
        slot(scope.clone(), "tool", "key\0"),
        slot(scope.clone(), "tool", "key%"),
        slot(scope.clone(), "tool", "k\u{e9}y"),
        slot(scope.clone(), "tool", "ke\u{301}y"),
        slot(scope.clone(), "tool", &"key".repeat(500)),
        slot(scope.clone(), "Tool", "key"),
        slot(scope.clone(), "other tool", "key"),
        slot(scope.clone(), "toolk", "ey"),
        slot(scope.clone(), "too", "lkey"),
        slot(format!("{scope}t"), "ool", "key"),
        slot(format!("{scope}-2"), "tool", "key"),
    ];
    for (number, slot) in slots.iter().enumerate() {
        let mine = done(number);
        expect(
            &format!("the swap in {slot:?}"),
            ask(store.swap(slot, None, Some(&mine)))?,
            true,
        )?;
    }
    for (number, slot) in slots.iter().enumerate() {
        let state = ask(store.load(slot))?.map(|record| record.state);
        expect(&format!("what is in {slot:?}"), state, Some(State::Done(number.into())))?;
    }
    Ok(())
}

pub(super) fn swaps_what_is_held<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (one, other) = (stage.open(), stage.open());
    let slot = stage.slot("key");
    let (first, second, third) = (done(1), done(2), done(3));
    expect(
        "a swap of what is not there",
        ask(one.swap(&slot, Some(first.version), Some(&second)))?,
        false,
    )?;
    expect("the slot", ask(one.load(&slot))?, None)?;
    expect("the first swap", ask(one.swap(&slot, None, Some(&first)))?, true)?;
    expect(
        "the second swap",
        ask(other.swap(&slot, Some(first.version), Some(&second)))?,
        true,
    )?;
    expect(
        "a swap of what was there",
        ask(one.swap(&slot, Some(first.version), Some(&third)))?,
        false,
    )?;
    expect(
        "a removal of what was there",
        ask(one.swap(&slot, Some(first.version), None))?,
        false,
    )?;
    expect("the slot", ask(one.load(&slot))?, Some(second))
}

pub(super) fn fills_only_what_is_empty<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (one, other) = (stage.open(), stage.open());
    let slot = stage.slot("key");
    // Not even what has expired: whoever replaces it has to have seen it.
    let first = record(State::Done(json!(1)), Some(at(1)));
    expect("a swap of nothing for nothing", ask(one.swap(&slot, None, None))?, true)?;
    expect("the first swap", ask(one.swap(&slot, None, Some(&first)))?, true)?;
    expect("the second swap", ask(other.swap(&slot, None, Some(&done(2))))?, false)?;
    expect(
        "a swap of nothing for nothing",
        ask(one.swap(&slot, None, None))?,
        false,
    )?;
    expect("the slot", ask(other.load(&slot))?, Some(first))
}

pub(super) fn removes_what_is_held<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let (one, other) = (stage.open(), stage.open());
    let slot = stage.slot("key");
    let (first, second) = (done(1), done(2));
    expect("the swap", ask(one.swap(&slot, None, Some(&first)))?, true)?;
    expect("the removal", ask(other.swap(&slot, Some(first.version), None))?, true)?;
    expect("the slot", ask(one.load(&slot))?, None)?;
    expect(
        "the swap in the slot that is empty again",
        ask(one.swap(&slot, None, Some(&second)))?,
        true,
    )?;
    expect(
        "a removal by the old version",
        ask(other.swap(&slot, Some(first.version), None))?,
        false,
    )
}

pub(super) fn one_wins<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let slot = stage.slot("key");
    let mut held = None;
    for _ in 0..5 {
        let records: Vec<Record> = (0_u32..8).map(done).collect();
        let told = at_once(stage, |number, store| match records.get(number) {
            Some(record) => store.swap(&slot, held, Some(record)),
            None => Ok(false),
        });
        // A store may refuse those who come too close, as long as no two are told that they did it.
        let winners: Vec<usize> = (0..)
            .zip(&told)
            .filter_map(|(n, told)| matches!(told, Ok(true)).then_some(n))
            .collect();
        expect("the number of those who did it", winners.len(), 1)?;
        let winner = winners.first().and_then(|number| records.get(*number)).cloned();
        held = winner.as_ref().map(|record| record.version);
        let store = stage.open();
        expect("the slot", ask(store.load(&slot))?, winner)?;
    }
    Ok(())
}

pub(super) fn sweeps_what_has_expired<S: Store + Send>(stage: &mut Stage<'_, S>) -> Kept {
    let store = stage.open();
    // Long ago, so that sweeping touches nothing else in the store.
    let records = [
        ("long", record(State::Done(json!(1)), Some(at(50))), false),
        ("just", record(State::Done(json!(2)), Some(at(100))), false),
        ("soon", record(State::Done(json!(3)), Some(at(101))), true),
        ("open", record(State::InDoubt(None), None), true),
        ("late", record(State::Running { until: at(1) }, None), true),
    ];
    for (key, record, _) in &records {
        ask(store.swap(&stage.slot(key), None, Some(record)))?;
    }
    // One whose time was put off.
    let (slot, soon, later) = (
        stage.slot("renewed"),
        record(State::Done(json!(4)), Some(at(50))),
        done(5),
    );
    ask(store.swap(&slot, None, Some(&soon)))?;
    ask(store.swap(&slot, Some(soon.version), Some(&later)))?;
    ask(store.sweep(at(100)))?;
    for (key, _, stays) in &records {
        expect(
            &format!("whether `{key}` stays"),
            ask(store.load(&stage.slot(key)))?.is_some(),
            *stays,
        )?;
    }
    expect(
        "the record whose time was put off",
        ask(store.load(&slot))?,
        Some(later),
    )
}
