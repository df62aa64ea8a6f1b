//! The inputs of a page as the fragment of its address.

use dynalab_types::Bound;

/// All inputs of a page: their initial values, and how a link changes them.
pub trait LinkedInputs: Clone + Default + PartialEq + 'static {
    type Change: 'static;

    fn apply(&mut self, change: Self::Change);

    /// Returns the change that replaces all inputs.
    fn open(inputs: Self) -> Self::Change;

    /// Writes the inputs as `name=value`, joined by "&". Empty for the initial inputs.
    fn to_link(&self) -> String;

    /// Reads one part of a link. Ignores an unknown part.
    fn read_part(&mut self, name: &str, value: &str);

    fn from_link(link: &str) -> Self {
        let mut inputs = Self::default();
        let parts = link.trim_start_matches('#').split('&');
        for part in parts.take(Bound::LinkParts.most() as usize) {
            if let Some((name, value)) = part.split_once('=') {
                inputs.read_part(name, value);
            }
        }
        inputs
    }
}
