//! Template designs for users to start with. All are green.

/// A design in `templates/`, with its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateDesign {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! templates {
    ($($id:literal,)*) => {
        /// All templates, the best known first.
        pub const ALL: &[TemplateDesign] =
            &[$(TemplateDesign { id: $id, text: include_str!(concat!("../templates/", $id, ".json")) },)*];
    };
}

templates! {
    "shop",
    "chat",
    "bike_sharing",
    "users_transfer_code",
    "game_first",
    "game_grown",
    "saas_tenants",
    "iot_readings",
    "votes",
    "log_counts",
    "token_store",
    "reservations",
    "social_graph",
}

pub fn find(id: &str) -> Option<&'static TemplateDesign> {
    ALL.iter().find(|template| template.id == id)
}
