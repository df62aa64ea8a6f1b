//! The state of the workbench in the query of the address.

/// The state of the workbench besides the table. It is in the query of the address, so that a reload restores it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayQuery {
    pub index: Option<String>,
    pub request: Option<RequestTab>,
    pub result: Option<ResultTab>,
    /// The diagram beside the items, or none. The module of diagrams defines the names.
    pub picture: Option<String>,
}

impl PlayQuery {
    /// Reads the query of an address. Ignores unknown parts.
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

    /// Returns the query with its question mark, or an empty text.
    pub fn text(&self) -> String {
        let parts = [
            // The name of an index has no characters to escape, like a table's.
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
    use super::{PlayQuery, RequestTab, ResultTab};

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
