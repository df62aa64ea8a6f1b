//! Exports of a table into a bucket, their state, and the import of one as a new table.

use dynalab_app::pictures::described_transfers::{data_prefix, export_name, is_incremental};
use dynalab_app::table::keys::TableKeys;
use dynalab_playground::protocol::files::FilesQuestion;
use dynalab_playground::utc::date_time_of_seconds;
use dynalab_service::contract::dynamodb::{ExportDescription, ImportDescription};
use serde_json::json;
use yew::prelude::*;

use super::View;
use crate::browser::figures;
use crate::engine::files;
use crate::page::sentences;

/// Minimum duration of an incremental export in seconds. The maximum follows.
const WINDOW_LEAST_SECONDS: f64 = 15.0 * 60.0;
const WINDOW_MOST_SECONDS: f64 = 24.0 * 60.0 * 60.0;

impl View<'_> {
    pub fn exports(&self) -> Html {
        let canvas = self.canvas;
        let (exports, imports) =
            self.transfers.map_or((&[][..], &[][..]), |told| (&told.exports, &told.imports));
        html! {
            <section class="operations-section" aria-label={canvas.text(sentences::pictures::EXPORTS)}>
                <h3>{ canvas.text(sentences::pictures::EXPORTS) }</h3>
                { self.export_keys() }
                if exports.is_empty() {
                    <p class="picture-caption">{ canvas.text(sentences::pictures::EXPORTS_NONE) }</p>
                } else {
                    <div class="scroll" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::EXPORTS_FILES)}>
                        <table class="sheet" data-testid="exports-list">
                            <thead>
                                <tr>
                                    <th scope="col">{ canvas.text(sentences::pictures::EXPORTS_FILES) }</th>
                                    <th scope="col">{ canvas.text(sentences::pictures::EXPORTS_STATE) }</th>
                                    <th scope="col">{ canvas.text(sentences::pictures::EXPORTS_ITEMS) }</th>
                                    <th scope="col"><span class="visually-hidden">{ canvas.text(sentences::pictures::BACKUPS_KEYS) }</span></th>
                                </tr>
                            </thead>
                            <tbody>{ for exports.iter().map(|export| self.export(export)) }</tbody>
                        </table>
                    </div>
                }
                if !imports.is_empty() { <ul class="operations-notes" data-testid="imports-list">{ for imports.iter().map(|import| self.import(import)) }</ul> }
            </section>
        }
    }

    fn export_keys(&self) -> Html {
        let canvas = self.canvas;
        let Some((earliest, latest)) = self.recovery.window() else {
            return html! { <p class="picture-caption">{ canvas.text(sentences::pictures::EXPORTS_NEED_RECOVERY) }</p> };
        };
        let full = json!({ "TableArn": self.table.table_arn, "S3Bucket": *self.bucket, "ExportFormat": "DYNAMODB_JSON" });
        let now = (canvas.now_ms() / 1000) as f64;
        let from = earliest.max(now - WINDOW_MOST_SECONDS).ceil();
        let is_long_enough = now.min(latest) - from >= WINDOW_LEAST_SECONDS;
        let mut incremental = full.clone();
        incremental["ExportType"] = "INCREMENTAL_EXPORT".into();
        incremental["IncrementalExportSpecification"] = json!({ "ExportFromTime": from, "ExportToTime": now.min(latest).floor(),
            "ExportViewType": "NEW_AND_OLD_IMAGES" });
        let page = canvas.page.clone();
        let files = Callback::from(move |_: MouseEvent| files::open(&page, FilesQuestion::List));
        html! {
            <div class="picture-form operations-keys">
                <label>
                    { canvas.text(sentences::pictures::EXPORTS_BUCKET) }
                    { " " }
                    <input
                        class="field" data-testid="exports-bucket" value={(*self.bucket).clone()} autocomplete="off" spellcheck="false"
                        oninput={self.input_callback(&self.bucket)}
                    />
                </label>
                { self.key(sentences::pictures::EXPORTS_FULL, true, self.send_callback("ExportTableToPointInTime", full)) }
                { self.key(sentences::pictures::EXPORTS_INCREMENTAL, is_long_enough, self.send_callback("ExportTableToPointInTime", incremental)) }
                { self.key(sentences::pictures::EXPORTS_SHOW_FILES, true, files) }
                if !is_long_enough { <p class="picture-caption">{ canvas.text(sentences::pictures::EXPORTS_TOO_EARLY) }</p> }
            </div>
        }
    }

    fn export(&self, export: &ExportDescription) -> Html {
        let canvas = self.canvas;
        let kind = if is_incremental(export) {
            sentences::pictures::EXPORTS_KIND_INCREMENTAL
        } else {
            sentences::pictures::EXPORTS_KIND_FULL
        };
        let state = export.failure_message.clone().unwrap_or_else(|| export.export_status.clone());
        // DynamoDB imports full exports only. Incremental exports are for other tools.
        let prefix = data_prefix(export).filter(|_| !is_incremental(export));
        let reads_back = prefix.map(|prefix| {
            let parameters = self.table.create_table(&self.target);
            let body = json!({
                "S3BucketSource": { "S3Bucket": export.s3_bucket, "S3KeyPrefix": prefix },
                "InputFormat": "DYNAMODB_JSON",
                "InputCompressionType": "GZIP",
                "TableCreationParameters": parameters,
            });
            self.restore_callback("ImportTable", body)
        });
        html! {
            <tr key={export.export_arn.clone()}>
                <th scope="row">{ export_name(export) }<small>{ format!("{} · {}", canvas.text(kind), date_time_of_seconds(export.start_time)) }</small></th>
                <td>{ state }</td>
                <td class="sheet-num">{ export.item_count.map(figures::grouped).unwrap_or_default() }</td>
                <td class="backups-row-keys">
                    if let Some(read) = reads_back { { self.key(sentences::pictures::EXPORTS_READ_BACK, true, read) } }
                    if is_incremental(export) { <small>{ canvas.text(sentences::pictures::EXPORTS_NOT_READ_BACK) }</small> }
                </td>
            </tr>
        }
    }

    fn import(&self, import: &ImportDescription) -> Html {
        let name = import.table_arn.rsplit('/').next().unwrap_or_default();
        let told = self.canvas.messages.text(sentences::pictures::ImportsTold {
            table: name.into(),
            status: import.import_status.as_str().into(),
            items: import.imported_item_count.into(),
            errors: import.error_count.into(),
        });
        html! { <li data-status={import.import_status.clone()}>{ told }if let Some(why) = &import.failure_message { { " " }{ why } }</li> }
    }
}
