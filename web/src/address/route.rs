//! The places of the app and their addresses.

use yew_router::Routable;

use crate::page::language::Language;
use crate::page::messages::Sentence;
use crate::page::parts::{PagePart, Parts};
use crate::page::sentences::shell;

pub use places::Route;

#[allow(
    clippy::disallowed_types,
    reason = "the derive takes the parameters of a path in a HashMap, and their order means nothing"
)]
mod places {
    use yew_router::Routable;

    /// The path of each place below the site's folder, in English. In Japanese the same path begins with `/ja`.
    #[derive(Clone, Debug, PartialEq, Routable)]
    pub enum Route {
        #[at("/")]
        Home,
        /// The course.
        #[at("/learn")]
        Learn,
        /// The lesson builder. No lesson has this address, because the proof of a lesson rejects it.
        #[at("/learn/build")]
        LessonBuilder,
        /// A lesson, by the slug in its folder's name.
        #[at("/learn/:lesson")]
        Lesson { lesson: String },
        #[at("/play")]
        Play,
        #[at("/play/:table")]
        PlayTable { table: String },
        /// The editor of key designs.
        #[at("/design")]
        Design,
        #[at("/capacity")]
        Capacity,
        /// The partition lab.
        #[at("/scale")]
        Scale,
        #[at("/about")]
        About,
        #[not_found]
        #[at("/404")]
        NotFound,
    }
}

/// A page that has one address, as the browser's title, the palette and the app need it. Its first content, its description and
/// its style sheets are in `web/pages.json`.
pub struct PageEntry {
    pub route: Route,
    /// The name in the bar and in the palette.
    pub name: Sentence,
    pub title: Sentence,
    /// The part that shows the page. None for a page of the program itself.
    pub part: Option<fn(Parts) -> PagePart>,
}

/// Makes the table of the pages, and their words for a search. The words are a function of their own, because only the palette
/// reads them.
macro_rules! pages {
    ($($route:ident $name:ident $title:ident $part:expr, $words:literal;)*) => {
        /// The pages in the order of the palette.
        pub const PAGES: &[PageEntry] = &[
            $(PageEntry { route: Route::$route, name: shell::$name, title: shell::$title, part: $part },)*
        ];

        impl Route {
            /// Returns words for the same page, in English and Japanese.
            pub fn search_words(&self) -> &'static str {
                match self { $(Route::$route => $words,)* _ => "" }
            }
        }
    };
}

pages! {
    Home PLACE_HOME TITLE_HOME None, "";
    Learn PLACE_LEARN TITLE_LEARN Some(Parts::learn),
        "course lesson tutorial beginner レッスン コース 学習 入門";
    LessonBuilder PLACE_LEARN_BUILD TITLE_LEARN_BUILD Some(Parts::learn),
        "author teacher create write own lesson builder 作成 自作 先生 教材";
    Design PLACE_DESIGN TITLE_DESIGN Some(Parts::design), "";
    Play PLACE_PLAY TITLE_PLAY Some(Parts::workbench), "playground console editor コンソール";
    Capacity PLACE_CAPACITY TITLE_CAPACITY Some(Parts::capacity),
        "cost price pricing bill rcu wcu item size コスト 料金 課金 価格";
    Scale PLACE_SCALE TITLE_SCALE Some(Parts::scale),
        "lab scale shard sharding hotkey partition heat throttle throttling million simulate load traffic ラボ シャード シャーディング ホットキー スロットリング 負荷 ヒートマップ";
    About PLACE_ABOUT TITLE_ABOUT None, "help keyboard shortcut limits privacy ヘルプ キーボード 制限";
}

/// The last part of a former address of a Japanese lesson, after its English address.
const FORMER_JAPANESE: &str = "ja";

impl Route {
    /// Returns the page that shows the place. Tables and lessons are places of a page. None if there is no such page.
    pub fn page(&self) -> Option<&'static PageEntry> {
        let page = match self {
            Route::PlayTable { .. } => &Route::Play,
            Route::Lesson { .. } => &Route::Learn,
            page => page,
        };
        PAGES.iter().find(|entry| entry.route == *page)
    }

    /// Returns the language and the place of a path below the site's folder.
    pub fn read(path: &str) -> (Language, Route) {
        let (language, path) = Language::of_path(path);
        let route = Route::recognize(path).unwrap_or(Route::NotFound);
        if route == Route::NotFound
            && let Some(lesson) = path
                .trim_end_matches('/')
                .strip_suffix(FORMER_JAPANESE)
                .and_then(|path| path.strip_suffix('/'))
            && let Some(route @ Route::Lesson { .. }) = Route::recognize(lesson)
        {
            return (Language::Japanese, route);
        }
        (language, route)
    }
}

#[cfg(test)]
mod tests {
    use yew_router::Routable;

    use super::{PAGES, Route};
    use crate::page::language::Language;

    #[test]
    fn every_place_is_found_at_its_own_address() {
        let table = Route::PlayTable { table: "My.Table-1".into() };
        let lesson = Route::Lesson { lesson: "a-filter-is-not-a-query".into() };
        assert_eq!(table.page().map(|page| &page.route), Some(&Route::Play));
        assert_eq!(lesson.page().map(|page| &page.route), Some(&Route::Learn));
        assert!(Route::NotFound.page().is_none());
        let pages = PAGES.iter().map(|page| page.route.clone()).chain([table, lesson, Route::NotFound]);
        for route in pages {
            assert_eq!(Route::read(&route.to_path()), (Language::English, route.clone()));
            let japanese = format!("/ja{}", route.to_path());
            assert_eq!(Route::read(&japanese), (Language::Japanese, route), "{japanese}");
        }
        for (path, route) in [
            ("/play/", Route::Play),
            ("/play/a/b", Route::NotFound),
            ("/learn/", Route::Learn),
            ("/learn/build/", Route::LessonBuilder),
            ("/design/x", Route::NotFound),
            ("/learn/2.5/x", Route::NotFound),
            ("/nowhere", Route::NotFound),
        ] {
            assert_eq!(Route::read(path), (Language::English, route), "{path}");
        }
        assert_eq!(Route::read("/ja"), (Language::Japanese, Route::Home));
        assert_eq!(Route::read("/play/ja"), (Language::English, Route::PlayTable { table: "ja".into() }));
        // This is a former address of a Japanese lesson.
        let lesson = Route::Lesson { lesson: "pagination".into() };
        assert_eq!(Route::read("/learn/pagination/ja/"), (Language::Japanese, lesson));
    }
}
