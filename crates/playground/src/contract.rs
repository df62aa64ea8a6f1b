//! The controls of a workspace: a struct for the request and the response of each, as `dynalab_service::contract` has for those of
//! the engine. They send many requests, or look at the history, so the engine alone does not know them.

use dynalab_service::contract::{Json, Named, NoMembers};

dynalab_service::contract! {
    /// Runs cheaper alternatives of a request and compares them with it. Nothing changes.
    pub struct Advise: "Dynalab.Advise" -> AdviceResponse {
        /// A history entry. Without it, the request is in the next members.
        pub moment: Option<u64>,
        pub operation: Option<String>,
        pub request: Option<Json>,
    }

    /// The advice on a request.
    pub struct AdviceResponse {
        pub asked: OriginalRequest,
        /// How the request ran.
        pub met: Trial,
        /// The id of the request's history entry, if it has one.
        pub moment: Option<u64>,
        /// The part of the request that has the error.
        pub place: Option<ErrorPlace>,
        pub advice: Vec<Alternative>,
    }

    /// A request of DynamoDB.
    pub struct OriginalRequest {
        pub operation: String,
        pub request: Json,
    }

    /// The place of an error in a request.
    pub struct ErrorPlace {
        pub member: String,
        /// For an error in an expression: the text before the wrong words, the words, and the text after them.
        pub text: Option<Vec<String>>,
    }

    /// A cheaper alternative, compared with the original request.
    pub struct Alternative {
        pub rule: String,
        /// The figures of the case by name.
        pub figures: Named<String>,
        /// True if the alternative looks cheaper but is not.
        pub no_cheaper: bool,
        /// Earlier requests that it replaces too.
        pub also_instead_of: Vec<OriginalRequest>,
        /// Requests that are sent once, such as a new index.
        pub preparation: Vec<OriginalRequest>,
        pub requests: Vec<OriginalRequest>,
        pub as_asked: Trial,
        pub otherwise: Trial,
        /// True if both return the same items.
        pub same_items: bool,
        /// True if the tables are equal after both.
        pub same_tables: bool,
    }

    /// The results of the requests in one trial run.
    pub struct Trial {
        pub requests: u64,
        pub read_units: String,
        pub write_units: String,
        /// Name, units and unit of each table or index.
        pub charges: Vec<Vec<String>>,
        pub read: u64,
        /// The number of items that a filter removed.
        pub thrown_away: u64,
        pub returned: u64,
        pub written: u64,
        pub request_bytes: u64,
        pub answer_bytes: u64,
        pub error: Option<TrialError>,
    }

    /// The error of a trial run.
    pub struct TrialError {
        pub name: String,
        pub message: String,
    }

    /// Lists the points in history that can be shown.
    pub struct ListMoments: "Dynalab.ListMoments" -> HistoryList {
    }

    /// The points in history.
    pub struct HistoryList {
        /// The number of the first point that can be shown.
        pub oldest: u64,
        pub shown: HistoryPoint,
        /// The newest first.
        pub moments: Vec<HistoryPoint>,
        pub branches: Vec<HistoryBranch>,
    }

    /// A point in history.
    pub struct HistoryPoint {
        pub moment: u64,
        /// Its place on its branch.
        pub number: u64,
        /// Milliseconds since 1970.
        pub at: Option<u64>,
        pub operation: Option<String>,
        /// The name that a person gave it.
        pub name: Option<String>,
    }

    /// A branch of the history.
    pub struct HistoryBranch {
        pub branch: u64,
        pub current: bool,
        pub name: Option<String>,
        pub newest: HistoryPoint,
    }

    /// Compares the tables at two points in history.
    pub struct Compare: "Dynalab.Compare" -> ComparisonResponse {
        pub one: PointChoice,
        pub other: PointChoice,
    }

    /// Chooses a point in history by one of its members. Without any, it is the shown point.
    pub struct PointChoice {
        pub moment: Option<u64>,
        /// The place on the current branch.
        pub number: Option<u64>,
        /// The newest point of this branch.
        pub branch: Option<u64>,
    }

    /// The differences between two points.
    pub struct ComparisonResponse {
        pub one: HistoryPoint,
        pub other: HistoryPoint,
        pub tables: Vec<ComparedTable>,
    }

    /// The differences of a table.
    pub struct ComparedTable {
        pub table: String,
        /// `added`, `removed`, `changed` or `same`.
        pub difference: String,
        pub added: u64,
        pub removed: u64,
        pub changed: u64,
        pub unchanged: u64,
        pub settings: Vec<ComparedValue>,
        /// The first items that differ.
        pub items: Vec<ComparedItem>,
    }

    /// The differences of an item.
    pub struct ComparedItem {
        /// `added`, `removed` or `changed`.
        pub difference: String,
        pub key: String,
        pub attributes: Vec<ComparedValue>,
    }

    /// A value before and after, in DynamoDB JSON. A setting is plain JSON.
    pub struct ComparedValue {
        pub name: String,
        pub before: Option<Json>,
        pub after: Option<Json>,
    }

    /// Runs the requests of clients in every order.
    pub struct Explore: "Dynalab.Explore" -> ExplorationResponse {
        /// The requests of each client: a list of lists.
        pub clients: Vec<Json>,
    }

    /// The results of all orders.
    pub struct ExplorationResponse {
        pub interleavings: u64,
        /// False if there are too many orders to run all.
        pub complete: bool,
        pub outcomes: Vec<ExploredOutcome>,
    }

    /// One of the different results, with an order that leads to it.
    pub struct ExploredOutcome {
        /// The number of orders with this result.
        pub count: u64,
        pub steps: Vec<ExploredStep>,
        /// A serial order of requests with the same result, as a list of clients.
        pub explained_by: Option<Vec<usize>>,
        /// A serial order of whole clients with the same result.
        pub whole_clients: Option<Vec<usize>>,
    }

    /// A step of a request.
    pub struct ExploredStep {
        pub client: usize,
        pub request: usize,
        pub operation: String,
        /// The status, if this was the last step of its request.
        pub status: Option<u16>,
        pub body: Option<String>,
    }

    /// Runs the steps of clients in a given order, as a dry run.
    pub struct StepClients: "Dynalab.StepClients" -> SteppedClients {
        /// The requests of each client: a list of lists.
        pub clients: Vec<Json>,
        /// The client of each step.
        pub schedule: Vec<usize>,
    }

    /// The clients after the steps.
    pub struct SteppedClients {
        pub steps: Vec<ClientStep>,
        pub clients: Vec<ClientState>,
        /// The items that the steps used.
        pub items: Vec<UsedItem>,
    }

    /// A step with its effect.
    pub struct ClientStep {
        pub client: usize,
        pub request: usize,
        pub operation: String,
        /// What the step did, as a word of the diagram.
        pub state: String,
        /// The keys that the step read or wrote.
        pub items: Vec<String>,
        pub status: Option<u16>,
        pub body: Option<String>,
    }

    /// A client and its next request.
    pub struct ClientState {
        pub request: usize,
        /// True if the request has begun.
        pub begun: bool,
        /// The next operation. Empty if all requests are sent.
        pub next: String,
    }

    /// An item that a step used.
    pub struct UsedItem {
        pub table: String,
        pub key: String,
        /// Absent if it does not exist.
        pub item: Option<Json>,
        /// The client whose transaction locks it.
        pub held_by: Option<usize>,
    }

    /// Like StepClients, and the result stays.
    pub struct RunClients: "Dynalab.RunClients" -> Json {
        /// The requests of each client: a list of lists.
        pub clients: Vec<Json>,
        /// The client of each step.
        pub schedule: Vec<usize>,
    }

    /// Runs requests on a branch of their own.
    pub struct RunBranch: "Dynalab.Branch" -> Json {
        /// The history entry that they replace.
        pub instead: Option<u64>,
        /// The name of the branch.
        pub name: Option<String>,
        pub requests: Vec<OriginalRequest>,
    }

    /// Generates traffic on a table.
    pub struct StartTraffic: "Dynalab.StartTraffic" -> NoMembers {
        pub workload: Json,
        /// The number of items that are written first.
        pub items: Option<u64>,
    }

    /// Stops the traffic.
    pub struct StopTraffic: "Dynalab.StopTraffic" -> NoMembers {
    }

    /// Describes the traffic of the last seconds.
    pub struct DescribeTraffic: "Dynalab.DescribeTraffic" -> TrafficDescription {
    }

    /// The traffic of the last seconds.
    pub struct TrafficDescription {
        pub running: bool,
        /// True if the clock waits for the traffic.
        pub late: bool,
        pub requests: u64,
        /// The number of requests by result: `ok`, or the name of an error.
        pub outcomes: Named<u64>,
        /// The newest seconds, the oldest first.
        pub seconds: Vec<TrafficSecond>,
    }

    /// The requests of a second.
    pub struct TrafficSecond {
        /// The number of the second since 1970.
        pub second: u64,
        pub ok: u32,
        pub throttled: u32,
        pub failed: u32,
    }
}

impl Alternative {
    /// Returns true if the alternative is cheaper and had the same effect when Dynalab ran it.
    pub fn is_proved(&self) -> bool {
        let does_the_same = match self.as_asked.written + self.otherwise.written {
            0 => self.same_items,
            _ => self.same_tables,
        };
        let succeeded = self.as_asked.error.is_none() && self.otherwise.error.is_none();
        !self.no_cheaper && does_the_same && succeeded
    }
}

impl Trial {
    /// Returns the read and write units that are not zero, as text.
    pub fn units(&self) -> String {
        let units = [(&self.read_units, "RCU"), (&self.write_units, "WCU")];
        let units = units.into_iter().filter(|(units, _)| *units != "0");
        let texts: Vec<String> = units.map(|(units, name)| format!("{units} {name}")).collect();
        if texts.is_empty() { "0".to_owned() } else { texts.join(" + ") }
    }
}

impl ComparedTable {
    pub fn differences(&self) -> u64 {
        self.added + self.removed + self.changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(no_cheaper: bool, same_items: bool, written: u64, error: Option<&str>) -> Alternative {
        let trial = |units: &str, error: Option<&str>| Trial {
            read_units: units.to_owned(),
            write_units: "0".to_owned(),
            written,
            error: error.map(|name| TrialError { name: name.to_owned(), message: String::new() }),
            ..Trial::default()
        };
        let (as_asked, otherwise) = (trial("16.5", error), trial("0.5", None));
        Alternative { no_cheaper, same_items, as_asked, otherwise, ..Alternative::default() }
    }

    #[test]
    fn a_way_is_proved_when_it_is_cheaper_and_does_the_same() {
        assert!(way(false, true, 0, None).is_proved());
        assert!(!way(true, true, 0, None).is_proved());
        assert!(!way(false, false, 0, None).is_proved());
        assert!(!way(false, true, 1, None).is_proved(), "the tables are others afterwards");
        assert!(!way(false, true, 0, Some("ValidationException")).is_proved());
    }

    #[test]
    fn units_that_are_zero_are_left_out() {
        assert_eq!(way(false, true, 0, None).otherwise.units(), "0.5 RCU");
    }
}
