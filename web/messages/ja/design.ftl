# キー設計のエディター。最初に表示するときに読み込む部分の文。

design-title = 設計
design-lead = { $patterns } 個中 { $green } 個のアクセスパターンが期待どおりの結果を返します。キーを変えると、すべてを実行し直します。
design-lead-empty = エンティティとアクセスパターンを追加してください。各パターンをサンプルデータで実行し、期待する結果と比べます。
design-design-name = 設計の名前
design-templates = テンプレート
design-before = { $name } に戻る
design-empty-design = 空の設計から始める
design-files = ファイルとリンク
design-copy-link = リンクをコピー
design-link-length = リンクに設計のすべてが入ります: { $characters } 文字。
design-link-too-long = リンクには長すぎます。ファイルに保存してください。
design-link-copied = リンクをコピーしました。設計のすべてが入っています。
design-link-not-copied = ブラウザーがコピーを許可しませんでした。アドレスバーのリンクをコピーしてください。
design-link-failed = リンクを作成できませんでした。Dynalab の一部を読み込めなかったためです。もう一度お試しください。
design-save = ファイルに保存
design-not-saved = ブラウザーがファイルを保存しませんでした。設計はそのままです。
design-open-file = ファイルを開く
design-save-as = ほかの形式で保存
design-open-formats = 開ける形式: Dynalab の設計、CloudFormation、Terraform、SQL、CreateTable、NoSQL Workbench、AWS の設計サーバーのモデル。
design-not-checked-yet = まだチェック中です。終わってから保存してください。
design-format-cloudformation = CloudFormation (YAML)
design-format-cloudformation-json = CloudFormation (JSON)
design-format-terraform = Terraform
design-format-cdk = AWS CDK (TypeScript)
design-format-create-table = CreateTable (JSON)
design-format-aws-cli = AWS CLI のコマンド
design-format-nosql-workbench = NoSQL Workbench
design-format-iam-policy = IAM ポリシー
design-format-markdown = 文書 (Markdown)
design-format-sql = SQL
design-format-model-server = AWS の設計サーバーのモデル
design-imported = ほかの形式 ({ $format }) のファイルから作成した設計です。
design-imported-more = ほか { $count } 件
design-note-no-results = このファイルには期待する結果がありません。各アクセスパターンが返す結果を書いてください。
design-note-keys-only = このファイルにはテーブルしかありません。エンティティとアクセスパターンを追加してください。
design-note-left-out = { $place }: 設計では { $member } を扱えないため、取り込んでいません。
design-note-no-request = { $pattern }: このファイルにはリクエストがありません。{ $reason }
design-note-unknown-value = { $place }: { $expression } の値がファイルにないため、取り込んでいません。
design-note-repeated = { $place }: ファイルではこのリソースを繰り返していますが、設計では 1 つにしています。
design-note-several-keys = { $table }: プライマリキーは 1 つだけです。{ $used } をキーにし、ほかはインデックスにしました。
design-note-no-key = { $table }: プライマリキーがないため、属性 { $added } を追加しました。
design-note-unique = { $table }: DynamoDB は { $columns } を一意に保ちません。この値をキーにした項目を、同じトランザクションで書き込んでください。
design-note-ignored = テーブルを作成しないステートメントが { $count } 件あり、取り込んでいません。
design-note-assumed = 仮の値: 各テーブルの項目は { $items } 件、各アクセスパターンは毎秒 { $rate } 件のリクエスト。実際の値に変えてください。
design-open-workbench = ワークベンチで開く
design-not-in-workbench = 設計をワークベンチで開けません: { $detail }
design-unchanged = 設計はそのままです。
design-lesson-keeps = エンティティ、頻度、期待する結果はレッスンで決まっています。テーブルとリクエストを編集してください。
design-close-note = 閉じる
design-not-kept = このブラウザーはページの内容を保存しません。離れる前に設計をファイルに保存してください。
design-unreadable = このブラウザーに残っていた設計を読み取れません。元のテキストは別に保存してあり、失われていません。
design-save-unreadable = テキストをファイルに保存
design-discard-unreadable = 破棄する

## Branch

design-branch = ブランチを作成
design-branch-about = ブランチは、この設計と並べて比べるコピーです。両方に同じ負荷をかけます。
design-side-a = A · この設計
design-side-b = B · ブランチ
design-edited-side = 編集する設計
design-take-branch = ブランチを採用する
design-drop-branch = ブランチを破棄する

## Migration

design-migration = A から B への移行
design-migration-about = 先に追加します。読み取りを B に切り替えてから削除します。
design-migration-none = A と B のテーブルとリクエストは同じです。移行は不要です。
design-migration-cost = 本番の全項目で、全ステップの消費は { $units } WCU、オンデマンドで { $amount } です。
design-migration-copy = コマンドとしてコピー
design-migration-copied = コマンドをコピーしました。
design-migration-not-copied = ブラウザーがコピーを許可しませんでした。ステップの下のコマンドをコピーしてください。
design-migration-commands = すべてのコマンド
design-migration-command = コマンド
design-migration-each = { $item } ごとに 1 回、波括弧に値を入れて実行します。
design-migration-run = サンプルで実行
design-migration-cancel = 実行を中止
design-migration-running = サンプルで実行しています …
design-migration-failed = 移行を実行できませんでした: { $detail }
design-migration-holds = どのステップの後も、すべてのアクセスパターンが動きました。
design-migration-breaks = 失敗したステップ、または動かなくなったアクセスパターンがあります。赤いステップを確認してください。
design-step-cost = 本番の全項目で { $units } WCU です。
design-step-result = 書き込み { $items } 項目、{ $units } WCU、失敗 { $failures } 件
design-step-held = { $side }: アクセスパターン { $patterns } 個を実行
design-step-broken = { $side }: 期待どおりでなくなったもの: { $names }
design-step-create-table = テーブル { $table } を作成します。
design-step-write-attributes = { $table } に新しい { $item } を書くとき、{ $attributes } も書きます。
design-step-backfill = { $table } の既存の { $item } すべてに { $attributes } を書き込みます。
design-step-write-both = { $item } を { $old } と { $new } の両方に書き込みます。
design-step-write-both-keys = { $table } の { $item } を古いキーと新しいキーの両方で書き込みます。
design-step-copy-items = すべての { $item } を { $old } から { $new } にコピーします。
design-step-copy-to-key = { $table } の { $item } をすべて新しいキーにコピーします。
design-step-create-index = { $table } のインデックス { $index } を作成します。
design-step-switch = 次のアクセスパターンのリクエストを新しいものに切り替えます: { $patterns }。
design-step-drop-index = { $table } のインデックス { $index } を削除します。
design-step-delete-items = { $table } で古いキーを持つ { $item } をすべて削除します。
design-step-remove-attributes = { $table } の { $item } すべてから { $attributes } を削除します。
design-step-drop-table = テーブル { $table } を削除します。
design-risk-key-changed = テーブルのキーは変更できません。新しいテーブルには、アラーム、バックアップ、権限の設定が必要です。
design-risk-local-indexes = ローカルインデックスはテーブルと同時に作成します。新しいテーブルには、アラーム、バックアップ、権限の設定が必要です。
design-risk-writers = 古い書き込み処理は、これらの属性を書きません。次のステップの前に、すべて更新してください。
design-risk-write-both = 片方の書き込みだけが失敗すると、項目が食い違います。トランザクションを使ってください。
design-risk-backfill = バックフィルが通常のトラフィックのキャパシティを奪うことがあります。速度を制限してください。
design-risk-copy = コピーが通常のトラフィックのキャパシティを奪うことがあります。新しい項目は条件式で守られます。
design-risk-copy-to-key = 古い項目を削除するまで、インデックスには両方が入ります。クエリが重複を返すことがあります。
design-risk-create-index = インデックスは ACTIVE になるとクエリできます。バックフィルはテーブル全体を読み取ります。
design-risk-switch = 新しいリクエストを信頼できるまで、古いリクエストを残してください。次のステップの後は元に戻せません。
design-risk-drop-index = まだこのインデックスを使うリクエストは失敗します。先に消費キャパシティを確認してください。
design-risk-delete = 削除したデータは戻りません。先にバックアップを作成してください。

## Entities and keys

design-entities = エンティティとキー
design-entity-count = エンティティ { $entities } 個
design-table-count = テーブル { $tables } 個
design-index-count = インデックス { $indexes } 個
design-undo = 元に戻す
design-redo = やり直す
design-add-entity = エンティティを追加
design-add-table = テーブルを追加
design-add-index = インデックスを追加
design-no-entities = エンティティがありません。追加するか、テンプレートを選んでください。
design-not-stored = このエンティティを保存するテーブルがありません。
design-no-settings = ストリームなし、TTL なし
design-keys-of = { $table } のキー
design-entity = エンティティ
design-items-column = 項目数
design-size = サイズ
design-no-key = なし
design-key-label = { $item } の { $attribute }
design-when = { $attribute } が { $values } の場合
design-name = 名前
design-count = 本番の項目数
design-sample-rows = サンプルの件数
design-owner = 所有者 (テナントまたはユーザー)
design-no-owner = 所有者なし
design-attribute = 属性
design-attributes = 属性
design-type = 型
design-changes = 後で変わる
design-changes-label = { $attribute } は項目の作成後に変わる
design-delete-attribute = { $attribute } を削除
design-add-attribute = 属性を追加
design-delete-entity = エンティティを削除
design-store-in = { $table } に保存する
design-json = すべての設定を JSON で編集
design-not-json = { $line } 行目: { $detail }。設計は変わっていません。
design-table-name = テーブル名
design-key-attribute = キー属性
design-recovery = ポイントインタイムリカバリ (PITR)
design-delete-table = テーブルを削除
design-index-name = インデックス名
design-index-kind = 種類
design-global = グローバル
design-local = ローカル
design-projection = 射影
design-project-all = すべての属性
design-project-keys = キーのみ
design-project-some = 一部の属性
design-included = 属性
design-delete-index = { $index } を削除
design-template-unclosed = 波括弧が閉じていません。
design-template-stray = 閉じる波括弧に、対応する開く波括弧がありません。
design-template-empty = 波括弧の中に属性名がありません。
design-template-format = { $format } という書式はありません。桁数、iso、date、month、hour、ulid、shard10 のいずれかを使います。
design-not-a-number = 0 以上の数値を入力してください。
design-no-name = 名前を入力してください。
design-name-taken = 同じ名前がすでにあります。

## Access patterns

design-patterns = アクセスパターン
design-pattern = アクセスパターン
design-per-second = 毎秒
design-served = 処理方法と理由
design-expected = 期待する結果
design-result = 結果
design-finding = 指摘
design-findings = テーブル、インデックス、エンティティへの指摘
design-add-pattern = パターンを追加
design-new-pattern = パターン
design-no-patterns = アクセスパターンがありません。パターンと期待する結果を追加してください。
design-checking = チェックしています…
design-status = { $patterns } 個をサンプル { $items } 件で実行、{ $milliseconds } ミリ秒
design-spoken = 期待どおりのアクセスパターンは { $green } 個、期待どおりでないものは { $red } 個です。
design-green = 期待どおり { $patterns } 個
design-red = 不一致 { $patterns } 個
design-hot-keys = ホットキー { $keys } 個
design-scans = Scan { $scans } 件
design-errors = エラー { $findings } 件
design-as-expected = 期待どおり
design-hot-key = ホットキー
design-turned-red = 不一致に変化
design-turned-green = 期待どおりに変化
design-per-month = 月 { $amount }
design-item-count = { $items } 件
design-empty-meant = 空の結果が正しい
design-nothing = なし
design-how-not-run = 未実行
design-how-get = Get
design-how-query = Query
design-how-queries = Query (複数)
design-how-scan = Scan
design-how-batch = バッチ
design-how-write = 書き込み
design-how-transaction = トランザクション
design-how-search = 検索
design-how-other = リクエスト
design-why-whole-key = キー全体がわかる: { $attributes }
design-why-partition-key = パーティションキーがわかる: { $attributes }
design-why-sort-key-range = パーティションキーとソートキーの範囲: { $attributes }
design-why-sharded = { $count } 個のキーそれぞれに Query
design-why-no-key = { $parameters } で始まるキーがない
design-why-no-parameters = すべての項目を読み込む
design-why-several = 1 回のリクエストで { $count } 件
design-why-vector = 最も近いベクトル
design-red-no-request = リクエストなし
design-red-no-expectation = 期待する結果がない
design-red-not-run = 未実行
design-red-refused = 拒否
design-red-error-expected = 別のエラーを期待
design-red-empty = 空の結果
design-red-not-empty = 空でない
design-red-count = 件数が違う
design-red-rows = 項目が違う
design-red-value = 値が違う
design-red-order = 順序が違う
design-red-state = 書き込み後の項目が違う
design-red-scan = Scan が必要
design-red-more-pages = ページが残っている
design-why-no-request = このパターンのリクエストを選んでください。
design-why-no-expectation = 期待する結果を書くまで、不一致として扱います。
design-why-error-expected = 期待は { $expected }、実際は { $got } です。
design-why-empty = 何も返りませんでした。それが正しい場合は、期待する結果に「空」を選びます。
design-why-not-empty = { $returned } 件が返りました。期待は 0 件です。
design-why-count = 期待は { $expected } 件、実際は { $returned } 件です。
design-why-rows = 不足 { $missing } 件、余分 { $unexpected } 件: { $keys }
design-why-value = { $place } 件目の { $attribute } は { $got } です。期待は { $expected } です。
design-why-order = { $place } 件目が { $attribute } の順になっていません。
design-why-state = { $key } { $attribute }: 実際は { $got }、期待は { $expected } です。
design-why-scan = 結果は期待どおりですが、Scan でしか見つかりません。
design-why-more-pages = パターンは 1 ページだけを読み込みますが、結果は続きます。
design-code = ルール { $rule }
design-index-of = { $table } の { $index }
design-apply = ブランチに適用する
design-severity-error = エラー。
design-severity-warning = 警告。
design-severity-advice = 提案。

## Form of a pattern

design-average = 毎秒のリクエスト数 (平均)
design-peak = 毎秒のリクエスト数 (ピーク)
design-access = 送信者
design-access-owner = 項目の所有者
design-access-service = アプリケーションまたはバッチ処理
design-access-public = すべてのユーザー
design-strong = 強力な整合性のある読み込み
design-request = リクエスト
design-action-get = GetItem
design-action-query = Query
design-action-scan = Scan
design-action-put = PutItem
design-action-update = UpdateItem
design-action-delete = DeleteItem
design-action-none = 未選択
design-action-other = 複数の項目、またはほかのリクエスト
design-only-json = このリクエストは、下の JSON で編集します。
design-operator-none = 条件なし
design-operator-equals = 等しい
design-operator-begins-with = 前方一致
design-operator-between = 範囲
design-operator-below = より小さい
design-operator-at-most = 以下
design-operator-above = より大きい
design-operator-at-least = 以上
design-value-of = { $attribute } の値
design-limit = Limit
design-descending = 降順
design-all-pages = すべてのページを読み込む
design-filter = フィルター
design-condition = 条件
design-update = 更新式
design-item = 項目
design-result-none = 未入力
design-result-count = ちょうどこの件数
design-result-at-least = この件数以上
design-result-empty = 空
design-result-error = エラー
design-result-other = 項目、値、順序 (JSON)
design-expected-value = 件数またはエラー
design-sent = 直前のチェックのリクエストと応答
design-read-returned = { $read } 件を読み込み、{ $returned } 件を返却
design-move-up = 上へ移動
design-delete-pattern = パターンを削除

## Totals

design-totals = 設計の合計
design-month = 1 か月の料金 (オンデマンド)
design-reads = 毎秒の読み込みユニット
design-writes = 毎秒の書き込みユニット
design-red-patterns = 不一致のパターン
design-scan-count = Scan
design-hot-key-count = ホットキー
design-prices = 料金
design-cost-change = 直前のチェックとの差: 月 { $change }。
design-storage = 本番の全項目のストレージ: { $size }、月 { $amount } (合計に含みます)。
design-to-capacity = この値でキャパシティモードを比べる
design-to-lab = この負荷の 1 日をパーティションで試す

## Items

design-items = 項目
design-table-or-index = テーブルまたはインデックス
design-items-shown = サンプル { $items } 件中 { $shown } 件、{ $size }
design-no-items = このインデックスに入るサンプルの項目はありません。
design-whole = 設計全体
design-whole-about = リレーション、サンプルの値、リージョン、テーブルの設定にはまだフォームがありません。JSON で編集します。

## Problems

design-no-entity = エンティティ { $name } がありません。
design-no-attribute = 属性 { $name } がありません。
design-no-table = テーブル { $name } がありません。
design-no-index = インデックス { $name } がありません。
design-no-item = テーブルに項目の種類 { $name } がありません。
design-no-region = リージョン { $name } の料金がありません。
design-no-parameter = パラメーター { $name } に値がありません。
design-same-name = { $name } という名前が 2 つあります。
design-cycle = { $name } のリレーションが循環しています。
design-no-key-template = { $name } のキーテンプレートがありません。
design-fill = キーを作成できません: { $detail }
design-too-many-rows = サンプルは { $rows } 件です。上限は { $most } 件です。
design-range = { $member } が範囲外です。
design-same-key = { $item } と { $other } のキーが同じです: { $key }。片方がもう片方を置き換えます。
design-refused = DynamoDB が { $operation } を拒否しました: { $detail }

## Rules

design-rule-owner-not-in-key = キーに所有者 { $owner } が入っていません。ほかの所有者の項目を読み込めます。
design-rule-owner-only-in-filter = 所有者 { $owner } はフィルターにだけあります。{ $read } 件を読み込み、{ $returned } 件を返します。
design-rule-low-cardinality-key = パーティションキーの値は { $values } 種類です。{ $busiest } に毎秒 { $reads } RCU、{ $writes } WCU が集中します。
design-rule-time-key = パーティションキーが時刻です。同じ時刻の書き込みがすべて 1 つのキーに集中します: 毎秒 { $writes } WCU。
design-rule-hot-key = { $busiest } に負荷の { $share } % が集中します: 毎秒 { $reads } RCU、{ $writes } WCU。
design-rule-range-on-partition-key = パーティションキー { $attribute } に使えるのは等号だけです。
design-rule-scan = これらの項目は Scan でしか見つかりません。今は { $now } RCU、全項目では { $full } RCU です。
design-rule-filter-drops-most = フィルターがほとんどの項目を除外します: { $read } 件を読み込み、{ $returned } 件を返却。DynamoDB はすべてを消費に数えます。
design-rule-item-size = 最大の項目は { $bytes } バイトです。上限は { $limit } バイトです。
design-rule-collection-size = 項目コレクションが { $size } に達します。ローカルセカンダリインデックスがある場合の上限は { $limit } です。
design-rule-unused-index = このインデックスを使うアクセスパターンがありません。毎秒 { $writes } WCU、月 { $amount } かかります。
design-rule-over-indexed = { $indexes } 個中 { $used } 個のインデックスを使っています。書き込みの消費は { $times } 倍です。
design-rule-changing-index-key = { $attribute } は毎秒 { $writes } 回変わります。変わるたびにインデックスへ 2 回書き込みます。
design-rule-no-guard = Put に条件がありません。既存の項目を置き換えます。
design-rule-no-paging = 結果は { $size } に達し、1 ページに収まりません。パターンは 1 ページだけを読み込みます。
design-rule-generic-names = テーブルのエンティティは 1 つです。{ $names } を内容のわかる名前にできます。
design-rule-several-key-attributes = テーブルのキーに属性が { $count } 個あります。複数の属性を使えるのはグローバルセカンダリインデックスだけです。
design-rule-key-condition-gap = キー条件に { $attribute } がありません。条件は左から順に、間を空けずに指定します。
design-rule-no-expectation = パターンに期待する結果がありません。
design-rule-no-rate = パターンに頻度がないため、料金に含まれません。
design-rule-projection = パターンが読み込むのは { $names } です。インデックスの料金は月 { $now } から { $then } になります。
design-rule-mixed-needs = { $readers } に必要なのは { $entities } の変更だけです。ストリームはすべてのエンティティの変更を送ります。
design-rule-single-item-transaction = 書き込みが 1 件のトランザクションは、単独の書き込みの 2 倍を消費します。
design-rule-too-many-actions = リクエストのアクションは { $actions } 個です。上限は { $most } 個です。
design-rule-ttl-not-seconds = TTL には秒数が必要です。{ $attribute } は秒数ではありません。
design-rule-unpadded-number = { $attribute } が 0 で桁をそろえていません。文字列では 10 が 9 より前に並びます。
design-rule-no-uniqueness-item = { $attribute } は一意である必要があります。それをキーとする項目がありません。

## Fixes

design-fix-owner-first = { $owner } をキーの先頭に置きます。
design-fix-spread-key = キーを { $shards } 個の値に分散します。
design-fix-add-index = { $key } のインデックス { $index } を追加します。
design-fix-use-index = { $index } をクエリします。
design-fix-move-to-sort-key = { $attribute } をソートキーに移します。
design-fix-remove-index = { $index } を削除します。
design-fix-shorten-projection = { $index } に { $names } だけを射影します。
design-fix-add-condition = 条件 { $condition } を追加します。
design-fix-read-all-pages = すべてのページを読み込みます。
design-fix-split-item = 項目を分けるか、大きな部分を S3 に保存します。
design-fix-use-global-index = グローバルセカンダリインデックスを使います。
design-fix-join-key-attributes = 属性を 1 つにまとめます: { $template }。
design-fix-record-result = 今返っている { $count } 件を期待する結果にします。
design-fix-write-rate = 毎秒のリクエスト数を入力します。
design-fix-split-table = { $entities } を別のテーブルに保存します。
design-fix-send-alone = 書き込みをトランザクションなしで送ります。
design-fix-pad-number = { $attribute } を { $digits } 桁で書きます。
design-fix-store-seconds = { $attribute } を 1970 年からの秒数で保存します。
design-fix-add-uniqueness-item = 同じトランザクションで { $attribute } をキーとする項目を追加します。
design-fix-rename-keys = キーの名前を変えます: { $names }。

## Names of templates

design-named-shop = ショップ
design-named-chat = チャット
design-named-bike-sharing = シェアサイクル
design-named-users-transfer-code = 引き継ぎコード付きユーザー
design-named-game-first = ゲーム (初期)
design-named-game-grown = ゲーム (成長後)
design-named-saas-tenants = SaaS のテナント
design-named-iot-readings = IoT の計測値
design-named-votes = 投票
design-named-log-counts = ログの件数
design-named-token-store = トークンストア
design-named-reservations = 予約
design-named-social-graph = ソーシャルグラフ
## family: design-rule-
## family: design-fix-
## family: design-named-
## family: design-action-
## family: design-operator-
## family: design-result-
## family: design-format-
