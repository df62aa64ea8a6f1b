//! How long what is put in place of names may become: a name of four letters may stand for thousands, thousands of times.

/// Bytes that may still be added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub fn new(bytes: usize) -> Budget {
        Budget { left: bytes }
    }

    /// False when there is no room for so many bytes. From then on there is room for nothing.
    pub fn take(&mut self, bytes: usize) -> bool {
        let rest = self.left.checked_sub(bytes);
        self.left = rest.unwrap_or_default();
        rest.is_some()
    }
}
