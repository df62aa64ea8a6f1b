//! Limits the size of expanded names and placeholders. A short name can expand to a long text, thousands of times.

/// The number of bytes that may still be added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub fn new(bytes: usize) -> Budget {
        Budget { left: bytes }
    }

    /// Takes this many bytes. Returns false if too few are left, and from then on for any number above 0.
    pub fn take(&mut self, bytes: usize) -> bool {
        let rest = self.left.checked_sub(bytes);
        self.left = rest.unwrap_or_default();
        rest.is_some()
    }
}
