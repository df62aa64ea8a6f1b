//! The places of the app. A place that does not exist yet has no route.

#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    Home,
    /// The course.
    Learn,
    /// A lesson, by the address that its folder names.
    Lesson {
        lesson: String,
    },
    /// The page of authors.
    LessonBuilder,
    Play,
    PlayTable {
        table: String,
    },
    /// The editor of key designs.
    Design,
    Capacity,
    /// The partition lab.
    Scale,
    About,
    NotFound,
}

/// Written by hand: a router's crate brings a recogniser that weighs more than all the paths it recognises.
impl Route {
    pub fn recognize(path: &str) -> Route {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => Route::Home,
            (Some("learn"), None, _) => Route::Learn,
            // No lesson has this address: its proof refuses it.
            (Some("learn"), Some("build"), None) => Route::LessonBuilder,
            // The document in Japanese has an address of its own, and the lesson in it is the same.
            (Some("learn"), Some(lesson), None | Some("ja")) => Route::Lesson { lesson: lesson.to_owned() },
            (Some("play"), None, _) => Route::Play,
            (Some("play"), Some(table), None) => Route::PlayTable { table: table.to_owned() },
            (Some("design"), None, _) => Route::Design,
            (Some("capacity"), None, _) => Route::Capacity,
            (Some("scale"), None, _) => Route::Scale,
            (Some("about"), None, _) => Route::About,
            _ => Route::NotFound,
        }
    }

    pub fn to_path(&self) -> String {
        match self {
            Route::Home => "/".to_owned(),
            Route::Learn => "/learn".to_owned(),
            // An address has letters, digits and "-" only: nothing to escape.
            Route::Lesson { lesson } => format!("/learn/{lesson}"),
            Route::LessonBuilder => "/learn/build".to_owned(),
            Route::Play => "/play".to_owned(),
            // A table's name has letters, digits, and "-", "_", "." only: nothing to escape.
            Route::PlayTable { table } => format!("/play/{table}"),
            Route::Design => "/design".to_owned(),
            Route::Capacity => "/capacity".to_owned(),
            Route::Scale => "/scale".to_owned(),
            Route::About => "/about".to_owned(),
            Route::NotFound => "/404".to_owned(),
        }
    }
}

/// What the workbench shows besides the table; in the query part of the address, so that a reload shows it again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayQuery {
    pub index: Option<String>,
    pub request: Option<RequestTab>,
    pub result: Option<ResultTab>,
    /// Which picture stands beside the items; none is no picture. The module that draws them knows the names.
    pub picture: Option<String>,
}

impl PlayQuery {
    /// What an address says after its path. Words that mean nothing here are passed over.
    pub fn read(search: &str) -> PlayQuery {
        let mut query = PlayQuery::default();
        for part in search.trim_start_matches('?').split('&') {
            match part.split_once('=') {
                Some(("index", name)) => query.index = Some(name.to_owned()),
                Some(("request", name)) => query.request = RequestTab::of_name(name),
                Some(("result", name)) => query.result = ResultTab::of_name(name),
                Some(("picture", name)) => query.picture = Some(name.to_owned()),
                _ => {}
            }
        }
        query
    }

    /// Empty, or beginning with a question mark.
    pub fn text(&self) -> String {
        let parts = [
            // An index's name is like a table's: nothing to escape.
            ("index", self.index.as_deref()),
            ("request", self.request.map(RequestTab::name)),
            ("result", self.result.map(ResultTab::name)),
            ("picture", self.picture.as_deref()),
        ];
        let mut text = String::new();
        for (name, value) in parts {
            if let Some(value) = value {
                text.push(if text.is_empty() { '?' } else { '&' });
                text.push_str(name);
                text.push('=');
                text.push_str(value);
            }
        }
        text
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestTab {
    Questions,
    Form,
    Json,
    CommandLine,
    Sdk,
    PartiQl,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultTab {
    #[default]
    Items,
    Json,
    Trace,
    Cost,
}

impl RequestTab {
    pub const ALL: [RequestTab; 6] = [
        RequestTab::Questions,
        RequestTab::Form,
        RequestTab::Json,
        RequestTab::CommandLine,
        RequestTab::Sdk,
        RequestTab::PartiQl,
    ];

    pub fn name(self) -> &'static str {
        match self {
            RequestTab::Questions => "questions",
            RequestTab::Form => "form",
            RequestTab::Json => "json",
            RequestTab::CommandLine => "cli",
            RequestTab::Sdk => "sdk",
            RequestTab::PartiQl => "partiql",
        }
    }

    pub fn of_name(name: &str) -> Option<RequestTab> {
        RequestTab::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

impl ResultTab {
    pub const ALL: [ResultTab; 4] = [ResultTab::Items, ResultTab::Json, ResultTab::Trace, ResultTab::Cost];

    pub fn name(self) -> &'static str {
        match self {
            ResultTab::Items => "items",
            ResultTab::Json => "json",
            ResultTab::Trace => "trace",
            ResultTab::Cost => "cost",
        }
    }

    pub fn of_name(name: &str) -> Option<ResultTab> {
        ResultTab::ALL.into_iter().find(|tab| tab.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayQuery, RequestTab, ResultTab, Route};

    #[test]
    fn every_place_is_found_at_its_own_address() {
        let table = Route::PlayTable { table: "My.Table-1".into() };
        let lesson = Route::Lesson { lesson: "a-filter-is-not-a-query".into() };
        let pages = [
            Route::Home,
            Route::Learn,
            lesson,
            Route::LessonBuilder,
            Route::Play,
            table,
            Route::Design,
            Route::Capacity,
            Route::Scale,
            Route::About,
            Route::NotFound,
        ];
        for route in pages {
            assert_eq!(Route::recognize(&route.to_path()), route);
        }
        assert_eq!(Route::recognize("/play/"), Route::Play);
        assert_eq!(Route::recognize("/play/a/b"), Route::NotFound);
        assert_eq!(Route::recognize("/learn/"), Route::Learn);
        assert_eq!(Route::recognize("/learn/build/"), Route::LessonBuilder);
        assert_eq!(Route::recognize("/design/x"), Route::NotFound);
        assert_eq!(Route::recognize("/learn/2.5/x"), Route::NotFound);
        assert_eq!(Route::recognize("/learn/pagination/ja/"), Route::Lesson { lesson: "pagination".into() });
    }

    #[test]
    fn every_view_of_a_table_is_found_at_its_own_address() {
        let index = Some("By.Date-1".to_owned());
        for query in [
            PlayQuery::default(),
            PlayQuery { index: index.clone(), ..PlayQuery::default() },
            PlayQuery {
                index,
                request: Some(RequestTab::Form),
                result: Some(ResultTab::Trace),
                picture: Some("partitions".to_owned()),
            },
        ] {
            assert_eq!(PlayQuery::read(&query.text()), query);
        }
        assert_eq!(PlayQuery::default().text(), "");
        let shown = PlayQuery { result: Some(ResultTab::Cost), ..PlayQuery::default() };
        assert_eq!(shown.text(), "?result=cost");
        assert_eq!(PlayQuery::read("?result=cost&request=nothing&more"), shown);
    }
}
