//! The time line: the restorable period of a table, its backups as marks, the chosen time, and the present.

use dynalab_app::pictures::described_transfers::is_of_deleted_table;
use dynalab_app::pictures::svg::short;
use dynalab_playground::utc::date_time_of_seconds;
use dynalab_service::contract::dynamodb::{BackupSummary, RecoveryDescription};
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const LEFT: f64 = 20.0;
const RIGHT: f64 = 540.0;
const LINE: f64 = 62.0;

pub struct Timeline<'a> {
    pub canvas: &'a Canvas,
    pub recovery: &'a RecoveryDescription,
    pub backups: Vec<&'a BackupSummary>,
    pub chosen: Option<f64>,
    pub now: f64,
}

impl Timeline<'_> {
    fn x(&self, at: f64) -> f64 {
        let window = self.recovery.window().map(|(earliest, _)| earliest);
        let marks = self.backups.iter().map(|backup| backup.backup_creation_date_time);
        let from = marks.chain(window).fold(self.now - 60.0, f64::min);
        let from = from - (self.now - from) * 0.04;
        LEFT + ((at - from) / (self.now - from)).clamp(0.0, 1.0) * (RIGHT - LEFT)
    }

    pub fn figure(&self) -> Figure {
        let label = self.caption();
        let now_x = self.x(self.now);
        let drawing = html! {
            <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} 112")} role="img" aria-label={label.clone()}>
                <path class="pic-axis" d={format!("M{} {LINE}H{}", short(LEFT), short(RIGHT))} />
                { self.band() }
                { for self.backups.iter().map(|backup| self.mark(backup)) }
                <path class="pic-now" d={format!("M{0} 34V{1}", short(now_x), LINE + 16.0)} />
                <text class="pic-label pic-label--accent pic-end" x={short(now_x + 4.0)} y="26">{ self.canvas.text(sentences::pictures::NOW) }</text>
                if let Some(chosen) = self.chosen {
                    <path class="pic-limit" d={format!("M{0} 22V{1}", short(self.x(chosen)), LINE + 16.0)} />
                    <circle class="pic-item pic-item--touched" cx={short(self.x(chosen))} cy="20" r="5" />
                    { self.chosen_label(chosen) }
                }
            </svg>
        };
        Figure { drawing, legend: self.legend(), caption: label, twin: self.twin() }
    }

    /// Renders the label beside the mark, on the side with more space.
    fn chosen_label(&self, chosen: f64) -> Html {
        let x = self.x(chosen);
        let (class, x) = if x > WIDTH / 2.0 {
            ("pic-label pic-label--data pic-end", x - 10.0)
        } else {
            ("pic-label pic-label--data", x + 10.0)
        };
        html! { <text {class} x={short(x)} y="14">{ date_time_of_seconds(chosen) }</text> }
    }

    fn band(&self) -> Html {
        let Some((earliest, latest)) = self.recovery.window() else {
            return html! {
                <text class="pic-label pic-label--quiet" x={short(LEFT)} y={short(LINE + 28.0)}>
                    { self.canvas.text(sentences::pictures::BACKUPS_NO_WINDOW) }
                </text>
            };
        };
        let (from, to) = (self.x(earliest), self.x(latest));
        html! {
            <>
                <rect class="pic-fill--ok" x={short(from)} y={short(LINE - 9.0)} width={short((to - from).max(2.0))} height="18" rx="3">
                    <title>{ format!("{} – {}", date_time_of_seconds(earliest), date_time_of_seconds(latest)) }</title>
                </rect>
                <text class="pic-label pic-label--quiet" x={short(from)} y={short(LINE + 28.0)}>{ date_time_of_seconds(earliest) }</text>
                <text class="pic-label pic-label--quiet pic-end" x={short(to.max(from + 240.0).min(RIGHT))} y={short(LINE + 44.0)}>
                    { date_time_of_seconds(latest) }
                </text>
            </>
        }
    }

    fn mark(&self, backup: &BackupSummary) -> Html {
        let x = self.x(backup.backup_creation_date_time);
        let title =
            format!("{}: {}", backup.backup_name, date_time_of_seconds(backup.backup_creation_date_time));
        let class = if is_of_deleted_table(backup) {
            "pic-item pic-item--held"
        } else {
            "pic-item pic-item--touched"
        };
        html! {
            <path {class} d={format!("M{0} {1}l7 8l-7 8l-7 -8z", short(x), short(LINE - 8.0))}><title>{ title }</title></path>
        }
    }

    fn caption(&self) -> String {
        let count = self.backups.len() as u64;
        match self.recovery.window() {
            None => self.canvas.messages.text(sentences::pictures::BackupsCaptionOff { count: count.into() }),
            Some((earliest, latest)) => self.canvas.messages.text(sentences::pictures::BackupsCaption {
                count: count.into(),
                days: self.recovery.recovery_period_in_days.unwrap_or_default().into(),
                earliest: date_time_of_seconds(earliest).as_str().into(),
                latest: date_time_of_seconds(latest).as_str().into(),
            }),
        }
    }

    fn legend(&self) -> Html {
        let entry = |drawn: Html, name: Sentence| {
            html! { <span class="legend-entry"><svg viewBox="0 0 22 12" aria-hidden="true">{ drawn }</svg>{ self.canvas.text(name) }</span> }
        };
        let diamond = |class: &'static str| html! { <path {class} d="M11 0l6 6l-6 6l-6 -6z" /> };
        html! {
            <>
                { entry(html! { <rect class="pic-fill--ok" x="1" y="1" width="20" height="10" rx="2" /> }, sentences::pictures::BACKUPS_WINDOW) }
                { entry(diamond("pic-item pic-item--touched"), sentences::pictures::BACKUPS_USER) }
                { entry(diamond("pic-item pic-item--held"), sentences::pictures::BACKUPS_SYSTEM) }
            </>
        }
    }

    fn twin(&self) -> Html {
        let head = [
            sentences::pictures::BACKUPS_WHAT,
            sentences::pictures::BACKUPS_WHEN,
            sentences::pictures::BACKUPS_SIZE,
        ];
        let window = self.recovery.window().map(|(earliest, latest)| {
            [
                self.canvas.text(sentences::pictures::BACKUPS_WINDOW),
                format!("{} – {}", date_time_of_seconds(earliest), date_time_of_seconds(latest)),
                String::new(),
            ]
        });
        let rows = self.backups.iter().map(|backup| {
            let kind = if is_of_deleted_table(backup) {
                sentences::pictures::BACKUPS_SYSTEM
            } else {
                sentences::pictures::BACKUPS_USER
            };
            [
                format!("{}: {}", self.canvas.text(kind), backup.backup_name),
                date_time_of_seconds(backup.backup_creation_date_time),
                figures::grouped(backup.backup_size_bytes),
            ]
        });
        figure::sheet(self.canvas, sentences::pictures::PICTURE_BACKUPS, head, window.into_iter().chain(rows))
    }
}
