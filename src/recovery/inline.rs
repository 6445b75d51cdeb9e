//! A list whose first items need no allocation.

/// A list that holds `N` items in place and any more on the heap.
#[derive(Clone, Debug)]
pub(super) struct Inline<T, const N: usize> {
    first: [Option<T>; N],
    length: usize,
    more: Vec<T>,
}

impl<T, const N: usize> Inline<T, N> {
    pub(super) fn new() -> Self {
        Self {
            // Written one by one: an array of constants would be copied as a whole.
            first: std::array::from_fn(|_| None),
            length: 0,
            more: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, item: T) {
        match self.first.get_mut(self.length) {
            Some(free) => *free = Some(item),
            None => self.more.push(item),
        }
        self.length += 1;
    }

    pub(super) const fn len(&self) -> usize {
        self.length
    }

    pub(super) fn get(&self, position: usize) -> Option<&T> {
        match self.first.get(position) {
            Some(item) => item.as_ref(),
            None => self.more.get(position - N),
        }
    }

    pub(super) fn get_mut(&mut self, position: usize) -> Option<&mut T> {
        match self.first.get_mut(position) {
            Some(item) => item.as_mut(),
            None => self.more.get_mut(position - N),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        let in_place = self.first.get(..self.length.min(N)).unwrap_or_default();
        in_place.iter().flatten().chain(&self.more)
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Inline<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.iter().eq(other.iter())
    }
}

impl<T, const N: usize> Extend<T> for Inline<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}
