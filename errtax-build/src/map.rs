//! A map and a set that keep their entries sorted in a vector.
//!
//! This crate is compiled, without optimization, in every build of every user, and each type of a `BTreeMap` or a
//! `HashMap` would bring tens of kilobytes of machine code. Registries are mostly read in order, where an entry goes last.
//! For many entries in any order there is `from_unsorted`: inserted one by one, each would move half of the others.

use std::borrow::Borrow;
use std::cmp::Ordering;

/// A map with sorted keys. Its methods are those of `BTreeMap`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> Map<K, V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries, sorted by their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.into_iter()
    }

    /// The keys, sorted.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The values, in the order of the keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Keeps what the test holds for.
    pub fn retain(&mut self, mut test: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| test(key, value));
    }
}

impl<K: Ord, V> Map<K, V> {
    /// Where the key stands, or belongs.
    fn position<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        // What is read in order belongs at the end.
        match self.0.last() {
            Some((last, _)) if last.borrow() < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(other, _)| other.borrow().cmp(key)),
        }
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (_, value) = self.0.get(self.position(key).ok()?)?;
        Some(value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let position = self.position(key).ok()?;
        let (_, value) = self.0.get_mut(position)?;
        Some(value)
    }

    /// Whether there is a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.position(key).is_ok()
    }

    /// Sets a value, and gives what it replaces.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.position(&key) {
            Ok(position) => {
                let (_, old) = self.0.get_mut(position)?;
                Some(std::mem::replace(old, value))
            }
            Err(position) => {
                self.0.insert(position, (key, value));
                None
            }
        }
    }

    /// Takes a value out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.position(key).ok().map(|position| self.0.remove(position).1)
    }

    /// A map of many entries in any order. Of equal keys, the last stays.
    #[must_use]
    pub fn from_unsorted(entries: Vec<(K, V)>) -> Self {
        let mut entries: Vec<Option<(K, V)>> = entries.into_iter().map(Some).collect();
        let key = |at: usize| entries.get(at).and_then(Option::as_ref).map(|(key, _)| key);
        let order = order(entries.len(), &|a, b| key(a).cmp(&key(b)));
        let mut map = Self(Vec::with_capacity(entries.len()));
        for at in order {
            if let Some((key, value)) = entries.get_mut(at).and_then(Option::take) {
                map.insert(key, value);
            }
        }
        map
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

/// The positions of as many entries in their order, equal ones as they come. One function for the maps of all types: each
/// sort of its own would be as much machine code as a `BTreeMap`.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Map<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The entries of a [`Map`].
pub type Iter<'a, K, V> = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<'a, K, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

/// A sorted set. Its methods are those of `BTreeSet`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set<T>(Map<T, ()>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(Map::new())
    }
}

impl<T> Set<T> {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self(Map::new())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, sorted.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.0.keys()
    }
}

impl<T: Ord> Set<T> {
    /// Adds one, and says whether it is new.
    pub fn insert(&mut self, value: T) -> bool {
        self.0.insert(value, ()).is_none()
    }

    /// Whether it is among them.
    pub fn contains<Q: Ord + ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.contains_key(value)
    }

    /// A set of many values in any order.
    #[must_use]
    pub fn from_unsorted(values: Vec<T>) -> Self {
        Self(Map::from_unsorted(
            values.into_iter().map(|value| (value, ())).collect(),
        ))
    }

    /// Takes one out, and says whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.remove(value).is_some()
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        self.0.extend(values.into_iter().map(|value| (value, ())));
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::new();
        set.extend(values);
        set
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::iter::Map<std::vec::IntoIter<(T, ())>, fn((T, ())) -> T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(value, ())| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_sorted_and_a_key_has_one_value() {
        let mut map: Map<String, u8> = Map::new();
        for (key, value) in [("b", 1), ("d", 2), ("a", 3), ("c", 4), ("b", 5)] {
            map.insert(key.to_owned(), value);
        }
        assert_eq!(
            map.iter()
                .map(|(key, value)| format!("{key}{value}"))
                .collect::<String>(),
            "a3b5c4d2"
        );
        assert_eq!(
            (map.len(), map.get("c"), map.get("e"), map.get("0")),
            (4, Some(&4), None, None)
        );
        assert_eq!((map.remove("a"), map.remove("a")), (Some(3), None));
        map.retain(|key, _| key != "d");
        assert_eq!(map, Map::from([("c".to_owned(), 4), ("b".to_owned(), 5)]));
    }

    #[test]
    fn many_entries_in_any_order_are_as_inserted_one_by_one() {
        // Seven has no divisor in common with a thousand; the second half repeats the keys of the first.
        let entries: Vec<(usize, usize)> = (0..2_000).map(|at| (at * 7 % 1_000, at)).collect();
        assert_eq!(Map::from_unsorted(entries.clone()), entries.into_iter().collect());
        assert_eq!(
            Set::from_unsorted(vec!["b", "a", "b"]),
            ["a", "b"].into_iter().collect()
        );
    }

    #[test]
    fn a_set_holds_each_once() {
        let mut set: Set<&str> = ["b", "a", "b"].into_iter().collect();
        assert!(!set.insert("a") && set.insert("c") && set.contains("c") && set.remove("b"));
        assert_eq!(set.into_iter().collect::<Vec<_>>(), ["a", "c"]);
    }
}
