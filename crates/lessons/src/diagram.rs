//! The diagrams of the workbench in one table. The page, its palette, the lessons and the documents read it.

use serde::{Deserialize, Serialize};

/// A group of diagrams. Its diagrams are one row of tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The partitions of the data, and its copies.
    Data,
    /// The effects and costs of requests.
    Requests,
    /// The effects of changes and of time.
    Changes,
    /// The settings of the simulation.
    World,
}

impl Group {
    pub const ALL: &[Group] = &[Group::Data, Group::Requests, Group::Changes, Group::World];

    pub fn diagrams(self) -> impl Iterator<Item = Diagram> {
        Diagram::ALL.iter().copied().filter(move |diagram| diagram.group() == self)
    }
}

/// Makes the enum of the diagrams, and that of the pictures of lessons. Each row has the variant, the name in addresses and lessons,
/// the group, and the words by which the palette finds the diagram. `picture-NAME` in the message files is its title.
macro_rules! diagrams {
    ($($variant:ident $name:literal $group:ident $words:literal;)*) => {
        /// The diagrams in the order of their tabs. Their names are in the address.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Diagram { $($variant,)* }

        impl Diagram {
            pub const ALL: &[Diagram] = &[$(Diagram::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Diagram::$variant => $name,)* }
            }

            pub fn group(self) -> Group {
                match self { $(Diagram::$variant => Group::$group,)* }
            }

            /// Returns words for the same thing, in English and Japanese.
            pub fn search_words(self) -> &'static str {
                match self { $(Diagram::$variant => $words,)* }
            }
        }

        /// The picture of a lesson: a diagram of the workbench, or one of two that a lesson draws itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum PictureName {
            /// The items of the table, as in the workbench.
            #[serde(rename = "items")]
            Items,
            /// The attributes of one item as bars, scaled by bytes.
            #[serde(rename = "item_bytes")]
            ItemBytes,
            $(#[serde(rename = $name)] $variant,)*
        }

        impl PictureName {
            /// Returns the diagram of the workbench. Returns None if the lesson draws the picture itself.
            pub fn diagram(self) -> Option<Diagram> {
                match self {
                    PictureName::Items | PictureName::ItemBytes => None,
                    $(PictureName::$variant => Some(Diagram::$variant),)*
                }
            }
        }
    };
}

diagrams! {
    Partitions "partitions" Data
        "hot key hotkey hash ring shard skew throttle throttling heat ホットキー ホットパーティション ハッシュ スロットリング 偏り";
    Capacity "capacity" Requests
        "cost price rcu wcu burst provisioned on-demand autoscaling throttle throttling コスト 料金 課金 スロットリング バースト";
    Request "request" Requests
        "explain path read units route trace 実行計画 経路";
    Indexes "indexes" Data
        "gsi lsi secondary fan-out projection 射影 グローバルセカンダリインデックス";
    Vectors "vectors" Data
        "embedding nearest neighbor similarity semantic search ai ベクトル 埋め込み 類似 検索";
    Replicas "replicas" Data
        "consistency consistent eventual strong stale zone quorum 整合性 クォーラム";
    Regions "regions" Data
        "global mrsc replication グローバルテーブル レプリケーション";
    Cache "cache" Data
        "dax ttl キャッシュ";
    Streams "streams" Changes
        "cdc change capture shard record レコード シャード";
    Workers "workers" Changes
        "kcl kinesis client library consumer lease checkpoint コンシューマー リース チェックポイント";
    Handlers "handlers" Changes
        "lambda function trigger event ラムダ 関数 トリガー";
    Ttl "ttl" Changes
        "expire expiry expiration time-to-live 期限切れ 有効期限";
    Compare "compare" Requests
        "diff difference before after 差分 比較";
    Clients "clients" Requests
        "isolation race concurrency concurrent conflict lost update transaction 分離 競合 同時実行";
    Metrics "metrics" Requests
        "cloudwatch alarm monitoring アラーム 監視";
    Traffic "traffic" World
        "load simulate hot key workload benchmark トラフィック 負荷 ホットキー";
    Backups "backups" World
        "pitr restore recovery export 復元 リカバリ エクスポート";
    Access "access" World
        "iam policy permission principal ポリシー 権限";
    Faults "faults" World
        "chaos error retry failure outage 障害 再試行 エラー";
    Dials "dials" World
        "limits settings simulation throttle region account 制限 設定 リージョン アカウント";
}

impl Diagram {
    /// Returns the diagram with this name.
    pub fn of_name(name: &str) -> Option<Diagram> {
        Diagram::ALL.iter().copied().find(|diagram| diagram.name() == name)
    }
}

#[cfg(all(test, feature = "proof"))]
mod tests {
    use super::{Diagram, PictureName};

    #[test]
    fn lessons_name_the_diagrams_of_the_workbench() {
        for diagram in Diagram::ALL {
            let name = diagram.name();
            let of_lesson: PictureName = serde_json::from_str(&format!("\"{name}\"")).expect(name);
            assert_eq!(of_lesson.diagram(), Some(*diagram));
            assert_eq!(Diagram::of_name(name), Some(*diagram));
        }
        assert_eq!(PictureName::ItemBytes.diagram(), None);
    }
}
