//! Synonyms of the palette's entries: everyday words, older terms, and names of AWS services, in both languages. Pages and diagrams
//! have theirs in their tables.

use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;

use super::commands::Command;
use super::entries::EntryAction;
use crate::pictures::Picture;

/// Returns the synonyms in lower case, separated by spaces. Empty if there are none.
pub fn synonyms(does: &EntryAction) -> &'static str {
    match does {
        EntryAction::Go(_, query) if query.picture.is_some() => {
            let picture = query.picture.as_deref().and_then(Picture::of_name);
            picture.map_or("", Picture::search_words)
        }
        EntryAction::Go(route, _) => route.search_words(),
        EntryAction::Run(command) => of_command(command),
        EntryAction::Control((operation, _)) if *operation == SetDials::NAME => {
            "limits throttle throttling simulation 制限 スロットリング"
        }
        EntryAction::Control(..) => "clock time speed 時計 時間",
        // A text has synonyms of its own.
        EntryAction::Open(_) => "",
    }
}

fn of_command(command: &Command) -> &'static str {
    match command {
        Command::Operation(operation) => of_operation(operation),
        Command::NewTable => {
            "create hash range partition sort key schema 作成 ハッシュキー レンジキー パーティションキー ソートキー"
        }
        Command::NewItem => "row record add insert put アイテム 行 レコード 追加",
        Command::Transfer => {
            "csv json fake dummy test data generate upload download インポート エクスポート 生成 ダミー データ"
        }
        Command::Samples => "example demo shop game サンプル 例",
        Command::Share => "link url send copy リンク 共有",
        Command::Open => "link url file import リンク ファイル",
        Command::Files => "s3 bucket export import バケット エクスポート インポート",
        Command::Backup => "save restore download all 保存 復元",
        Command::SwitchTheme => "dark light mode color ダーク ライト 色",
        Command::SwitchLanguage => "english japanese 日本語 英語 言語",
        Command::Keys => "keyboard shortcut help hotkey キーボード ショートカット ヘルプ",
        Command::Notices => "notice log status history 通知 メッセージ ログ",
        Command::Branch(_) => "switch history ブランチ 切り替え 履歴",
        Command::RunDraft => "execute send 実行 送信",
        Command::Undo | Command::Redo | Command::NewWorkspace => "",
    }
}

fn of_operation(operation: &str) -> &'static str {
    match operation {
        "PutItem" => "insert add upsert item row アイテム 項目 追加",
        "GetItem" => "read select item row アイテム 項目 取得",
        "UpdateItem" => "change set increment counter アイテム 項目 更新",
        "DeleteItem" => "remove アイテム 項目 削除",
        "Query" => "search find select 検索 クエリ",
        "Scan" => "all list search 全件 スキャン",
        "ExecuteStatement" => "sql partiql select",
        "TransactWriteItems" | "TransactGetItems" => "transaction トランザクション",
        "BatchWriteItem" | "BatchGetItem" => "bulk many 一括 バッチ",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{of_command, of_operation};
    use crate::dialogs::palette::commands::Command;
    use crate::pictures::Picture;

    #[test]
    fn everyday_words_have_a_place() {
        for (words, wanted) in [
            (Picture::Partitions.search_words(), ["hot", "throttle", "スロットリング"]),
            (Picture::Traffic.search_words(), ["load", "hot", "トラフィック"]),
            (Picture::Capacity.search_words(), ["cost", "throttle", "料金"]),
            (of_command(&Command::NewTable), ["hash", "sort", "ハッシュキー"]),
            (of_command(&Command::Transfer), ["generate", "csv", "インポート"]),
            (of_operation("PutItem"), ["insert", "item", "アイテム"]),
        ] {
            for word in wanted {
                assert!(words.split(' ').any(|known| known == word), "{word} in {words}");
            }
        }
    }
}
