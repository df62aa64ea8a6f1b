//! The dashed shapes of diagrams without data. Each is drawn in a box of 150 to 84.

use yew::prelude::*;

/// Two shards with records.
pub fn shards() -> Html {
    let record =
        |x: u32, y: u32| html! { <rect x={x.to_string()} y={y.to_string()} width="14" height="14" rx="2" /> };
    html! {
        <>
            <rect x="1" y="10" width="148" height="26" rx="4" />
            { for [9, 30, 51, 72, 93].into_iter().map(|x| record(x, 16)) }
            <rect x="1" y="48" width="148" height="26" rx="4" />
            { for [9, 30, 51].into_iter().map(|x| record(x, 54)) }
        </>
    }
}

/// The three periods of an item: valid, expired, deleted. The upright line is the present time.
pub fn periods() -> Html {
    html! {
        <>
            <rect x="1" y="26" width="58" height="26" rx="3" />
            <rect x="59" y="26" width="52" height="26" rx="3" />
            <rect x="111" y="26" width="38" height="26" rx="3" />
            <path d="M1 68H149M84 12V74" />
        </>
    }
}

/// A write that travels from one Region to another.
pub fn regions() -> Html {
    html! {
        <>
            <rect x="1" y="8" width="148" height="26" rx="4" />
            <rect x="1" y="50" width="148" height="26" rx="4" />
            <rect x="22" y="13" width="28" height="16" rx="3" />
            <path d="M50 21L96 63" />
            <rect x="96" y="55" width="28" height="16" rx="3" />
        </>
    }
}

/// A cache between a program and a table.
pub fn cache() -> Html {
    html! {
        <>
            <rect x="1" y="29" width="34" height="26" rx="4" />
            <rect x="58" y="14" width="34" height="56" rx="4" />
            <rect x="115" y="29" width="34" height="26" rx="4" />
            <path d="M35 42H58M92 42H115M64 28H86M64 42H86M64 56H86" />
        </>
    }
}

/// A chart of minutes.
pub fn chart() -> Html {
    html! {
        <>
            <path d="M8 6V76H148" />
            <path d="M14 62L36 50L58 56L80 26L102 38L124 18L146 30" />
        </>
    }
}
