//! A text that one page hands to another: a key design that was pasted into the workbench, and requests that were opened in Design.

use std::cell::RefCell;

use dynalab_app::request::play_query::{PlayQuery, RequestTab};

use crate::address::route::Route;
use crate::page::context::PageContext;

thread_local! {
    static HANDED: RefCell<Option<(Reader, String)>> = const { RefCell::new(None) };
}

/// The page that reads a handed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Design,
    /// The workbench, whose editor is shown with this tab.
    Workbench(RequestTab),
}

/// Keeps the text until its page takes it, and goes to that page.
pub fn hand_over(page: &PageContext, reader: Reader, text: String) {
    HANDED.set(Some((reader, text)));
    match reader {
        Reader::Design => page.navigator.hand_to(&Route::Design, &PlayQuery::default()),
        Reader::Workbench(tab) => {
            let query = PlayQuery { request: Some(tab), ..PlayQuery::default() };
            page.navigator.hand_to(&Route::Play, &query);
        }
    }
}

/// Takes the text for this page. A text is taken once.
pub fn take(is_reader: impl Fn(Reader) -> bool) -> Option<String> {
    HANDED.with_borrow_mut(|handed| Some(handed.take_if(|(reader, _)| is_reader(*reader))?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_once_and_only_by_its_page() {
        HANDED.set(Some((Reader::Workbench(RequestTab::Sdk), "scan".to_owned())));
        assert_eq!(take(|reader| reader == Reader::Design), None);
        assert_eq!(take(|reader| matches!(reader, Reader::Workbench(_))).as_deref(), Some("scan"));
        assert_eq!(take(|_| true), None);
    }
}
