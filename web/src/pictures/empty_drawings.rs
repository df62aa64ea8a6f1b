//! The dashed drawings of diagrams without data, each in a box of 150 to 84.

use yew::prelude::*;

/// A shard with places for records.
pub fn stream() -> Html {
    html! {
        <>
            <rect x="1" y="26" width="148" height="32" rx="4" />
            { for [10, 44, 78, 112].into_iter().map(|x| html! { <rect x={x.to_string()} y="33" width="28" height="18" rx="3" /> }) }
        </>
    }
}

/// An item that expires on a line of time.
pub fn expiry() -> Html {
    html! {
        <>
            <path d="M1 60H149M96 14V74" />
            <rect x="14" y="32" width="82" height="18" rx="3" />
            <circle cx="14" cy="60" r="5" />
            <circle cx="126" cy="60" r="5" />
        </>
    }
}

/// A cache between an application and a table.
pub fn cache() -> Html {
    html! {
        <>
            { for [1, 58, 115].into_iter().map(|x| html! { <rect x={x.to_string()} y="27" width="34" height="30" rx="4" /> }) }
            <path d="M35 42H58M52 36l6 6-6 6M92 42H115M109 36l6 6-6 6" />
        </>
    }
}

/// A chart with bars.
pub fn chart() -> Html {
    let bars = [18, 30, 26, 44, 60, 52, 34, 22].into_iter().zip((6..).step_by(18));
    html! {
        <>
            <path d="M1 82H149" />
            { for bars.map(|(height, x)| html! { <rect x={x.to_string()} y={(82 - height).to_string()} width="11" height={height.to_string()} rx="1" /> }) }
        </>
    }
}

/// Two Regions that replicate to each other.
pub fn regions() -> Html {
    html! {
        <>
            { for [4, 54].into_iter().map(|y| html! { <rect x="1" y={y.to_string()} width="148" height="26" rx="4" /> }) }
            <path d="M50 30V54M45 48l5 6 5-6M100 54V30M95 36l5-6 5 6" />
        </>
    }
}

/// Shards that workers share.
pub fn workers() -> Html {
    html! {
        { for [4, 33, 62].into_iter().map(|y| html! {
            <>
                <rect x="1" y={y.to_string()} width="86" height="18" rx="3" />
                <path d={format!("M87 {}H112", y + 9)} />
                <rect x="112" y={y.to_string()} width="37" height="18" rx="3" />
            </>
        }) }
    }
}
