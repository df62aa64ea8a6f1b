//! Synonyms of the palette's entries: everyday words, older terms, and names of AWS services, in both languages.

use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;

use super::commands::Command;
use super::entries::EntryAction;
use crate::route::Route;

/// Returns the synonyms in lower case, separated by spaces. Empty if there are none.
pub fn synonyms(does: &EntryAction) -> &'static str {
    match does {
        EntryAction::Go(_, query) if query.picture.is_some() => {
            of_picture(query.picture.as_deref().unwrap_or_default())
        }
        EntryAction::Go(route, _) => of_route(route),
        EntryAction::Run(command) => of_command(command),
        EntryAction::Control((operation, _)) if *operation == SetDials::NAME => {
            "limits throttle throttling simulation 制限 スロットリング"
        }
        EntryAction::Control(..) => "clock time speed 時計 時間",
        // A text has synonyms of its own.
        EntryAction::Open(_) => "",
    }
}

fn of_route(route: &Route) -> &'static str {
    match route {
        Route::Learn => "course lesson tutorial beginner レッスン コース 学習 入門",
        Route::LessonBuilder => "author teacher create write own lesson builder 作成 自作 先生 教材",
        Route::Play => "playground console editor コンソール",
        Route::Capacity => "cost price pricing bill rcu wcu item size コスト 料金 課金 価格",
        Route::Scale => {
            "lab scale shard sharding hotkey partition heat throttle throttling million simulate load traffic ラボ シャード シャーディング ホットキー スロットリング 負荷 ヒートマップ"
        }
        Route::About => "help keyboard shortcut limits privacy ヘルプ キーボード 制限",
        _ => "",
    }
}

fn of_picture(name: &str) -> &'static str {
    match name {
        "partitions" => {
            "hot key hotkey hash ring shard skew throttle throttling heat ホットキー ホットパーティション ハッシュ スロットリング 偏り"
        }
        "capacity" => {
            "cost price rcu wcu burst provisioned on-demand autoscaling throttle throttling コスト 料金 課金 スロットリング バースト"
        }
        "request" => "explain path read units route trace 実行計画 経路",
        "indexes" => "gsi lsi secondary fan-out projection 射影 グローバルセカンダリインデックス",
        "vectors" => "embedding nearest neighbor similarity semantic search ai ベクトル 埋め込み 類似 検索",
        "replicas" => "consistency consistent eventual strong stale zone quorum 整合性 クォーラム",
        "regions" => "global mrsc replication グローバルテーブル レプリケーション",
        "cache" => "dax ttl キャッシュ",
        "streams" => "cdc change capture shard record レコード シャード",
        "workers" => {
            "kcl kinesis client library consumer lease checkpoint コンシューマー リース チェックポイント"
        }
        "handlers" => "lambda function trigger event ラムダ 関数 トリガー",
        "ttl" => "expire expiry expiration time-to-live 期限切れ 有効期限",
        "compare" => "diff difference before after 差分 比較",
        "clients" => {
            "isolation race concurrency concurrent conflict lost update transaction 分離 競合 同時実行"
        }
        "metrics" => "cloudwatch alarm monitoring アラーム 監視",
        "traffic" => "load simulate hot key workload benchmark トラフィック 負荷 ホットキー",
        "backups" => "pitr restore recovery export 復元 リカバリ エクスポート",
        "access" => "iam policy permission principal ポリシー 権限",
        "faults" => "chaos error retry failure outage 障害 再試行 エラー",
        "dials" => "limits settings simulation throttle region account 制限 設定 リージョン アカウント",
        _ => "",
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
    use super::{of_command, of_operation, of_picture};
    use crate::dialogs::palette::commands::Command;

    #[test]
    fn everyday_words_have_a_place() {
        for (words, wanted) in [
            (of_picture("partitions"), ["hot", "throttle", "スロットリング"]),
            (of_picture("traffic"), ["load", "hot", "トラフィック"]),
            (of_picture("capacity"), ["cost", "throttle", "料金"]),
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
