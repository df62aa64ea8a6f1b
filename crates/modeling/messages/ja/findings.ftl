# What a check of a design says: findings, problems, results and notes, for the page and the command line.

## Findings

rule-owner-not-in-key = キーに所有者 { $owner } が入っていません。ほかの所有者の項目を読み込めます。
rule-owner-only-in-filter = 所有者 { $owner } はフィルターにだけあります。すべての所有者の項目を { $read } 件読み込み、{ $returned } 件を返します。
rule-low-cardinality-key = パーティションキーの値は { $values } 種類です。{ $busiest } に毎秒 { $reads } RCU、{ $writes } WCU が集中します。1 つのキーの上限は { $most_reads } RCU、{ $most_writes } WCU です。
rule-time-key = パーティションキーが時刻です。同じ時刻の書き込みがすべて 1 つのキーに集中します: 毎秒 { $writes } WCU。
rule-hot-key = { $busiest } に毎秒 { $reads } RCU、{ $writes } WCU が集中します (負荷の { $share } %)。上限を超えたリクエストを DynamoDB はスロットリングします。
rule-of-patterns = { $patterns } の合計です。
rule-range-on-partition-key = { $attribute } はパーティションキーです。Query に使えるのは等号だけです。
rule-scan = これらの項目は Scan でしか見つかりません。サンプルでは { $now } RCU、全項目では { $full } RCU です。
rule-filter-drops-most = フィルターは { $read } 件のうち { $removed } 件を除外します。DynamoDB はすべてを消費に数えます。
rule-item-size = 最大の項目は { $bytes } バイトです。上限は { $limit } バイトです。
rule-collection-size = 最大の項目コレクションが { $size } に達します。ローカルセカンダリインデックスがある場合の上限は { $limit } です。
rule-unused-index = このインデックスを使うアクセスパターンがありません。毎秒 { $writes } WCU、月 { $amount } かかります。
rule-over-indexed = { $indexes } 個中 { $used } 個のインデックスを使っています。インデックスへの書き込みはテーブルの { $times } 倍です。
rule-changing-index-key = 更新でインデックスのキー { $attribute } が毎秒 { $writes } 回変わります。変わるたびにエントリの削除と追加で 2 回書き込みます。
rule-no-guard = Put に条件がありません。既存の項目を置き換えます。
rule-no-paging = 結果は { $size } に達します。1 ページは最大 { $limit } ですが、パターンは 1 ページだけを読み込みます。
rule-generic-names = テーブルのエンティティは 1 つですが、キーの名前 { $names } は内容を表していません。
rule-several-key-attributes = テーブルのキーに属性が { $count } 個あります。複数の属性を使えるのはグローバルセカンダリインデックスだけです。
rule-key-condition-gap = キー条件に { $attribute } がありません。条件は左から順に、間を空けずに指定します。
rule-no-expectation = パターンに期待する結果がありません。
rule-no-rate = パターンに頻度がないため、料金と負荷は 0 です。
rule-projection-keys = パターンが読み込むのはキーだけです。インデックスの料金は月 { $now } から { $then } になります。
rule-projection = パターンが読み込むのは { $names } です。インデックスの料金は月 { $now } から { $then } になります。
rule-mixed-needs = ストリームの変更のほとんどは { $entities } のものです。{ $readers } はそれらを使いません。
rule-mixed-needs-recovery = ポイントインタイムリカバリが短期間だけの項目にも及びます: { $entities }。
rule-single-item-transaction = 書き込みが 1 件のトランザクションは、単独の書き込みの 2 倍を消費します。
rule-too-many-actions = トランザクションのアクションは { $actions } 個です。上限は { $most } 個です。
rule-ttl-not-seconds = TTL は { $attribute } をエポック秒の数値として読み取ります。ほかの値は期限切れになりません。
rule-unpadded-number = ソートキーの { $attribute } が 0 で桁をそろえていないため、10 が 9 より前に並びます。
rule-no-uniqueness-item = { $attribute } が同じ項目が 2 つできることがあります。それをキーとする項目がありません。
rule-repeated-write = 更新が冪等ではありません。再試行すると { $attribute } がもう一度変わります。毎秒 { $writes } 回の更新です。
rule-large-read = 1 回のリクエストで最大 { $size } を読み込みます。{ $limit } を超える項目や結果は分割します。
rule-outgrows-page = 1 つのキーの { $item } は { $items } 件、{ $size } に達します。1 ページは最大 { $limit } のため、1 回の読み込みで { $requests } 個のリクエストを順に送ります。
rule-expired-in-stream = { $entities } の TTL による削除がストリームに入ります。フィルターがないと、{ $reader } はほかの削除と区別できません。
rule-read-apart = パターンは { $items } をまとめて読み込みますが、パーティションが別です。
rule-replaceable-index = インデックス { $index } のキーが同じです。これらのクエリを処理できます。
rule-replaceable-index-table = テーブルのキーが同じです。このインデックスのクエリを処理できます。
rule-index-is-the-key = すべてのパターンが { $parent } の ID を指定し、このインデックスで { $item } を探します。テーブルのキーを使うパターンがありません。
rule-leaves-final-state = この条件では、{ $attribute } が { $state } の項目も { $becomes } に変わります。{ $state } から変えるパターンはほかにありません。
rule-error-from-missing-item = 期待したエラーの原因は、項目がないことです。{ $key } は存在せず、条件は確かめられていません。
rule-ttl-not-written = { $attribute } を持つ項目がテーブルにないため、TTL は何も削除しません。
rule-mode-switches = テーブルを 1 日に { $count } 回オンデマンドモードへ切り替えます。上限は 24 時間に { $most } 回です。

## Fixes

fix-owner-first = パーティションキーの先頭に { $owner } を置きます。
fix-spread-key = キーを { $shards } 個の値に分散します。
fix-add-index = パーティションキーが { $partition_key } のインデックス { $index } を追加します。
fix-add-sorted-index = パーティションキーが { $partition_key }、ソートキーが { $sort_key } のインデックス { $index } を追加します。
fix-use-index = インデックス { $index } をクエリします。
fix-move-to-sort-key = { $attribute } の変わる部分をソートキーに移します。
fix-remove-index = インデックス { $index } を削除します。
fix-shorten-projection-keys = { $index } の射影を KEYS_ONLY に変えます。
fix-shorten-projection = { $index } に { $names } だけを射影します。
fix-add-condition = 条件 { $condition } を追加します。
fix-read-all-pages = すべてのページを読み込むか、上限を指定します。
fix-split-item = 項目を分けるか、大きな属性を S3 に保存します。
fix-use-global-index = グローバルセカンダリインデックスを使います。
fix-join-key-attributes = 属性を 1 つにまとめます: { $template }。
fix-record-result = 期待する結果を書きます。リクエストは { $count } 件を返しました。
fix-write-rate = 毎秒のリクエスト数を入力します。
fix-split-table = { $entities } を別のテーブルに保存します。
fix-send-alone = 書き込みをトランザクションなしで送ります。
fix-pad-number = { $attribute } を { $digits } 桁で書きます。キーのテンプレートでは { $template } です。
fix-store-seconds = { $attribute } をエポック秒の数値で保存します。
fix-add-uniqueness-item = { $attribute } をキーとする項目を追加し、両方を 1 つのトランザクションで書き込みます。
fix-rename-keys = { $names } を内容のわかる名前に変えます。
fix-add-version = 項目にバージョンを追加し、読み込み後に変わっていないことを条件にします。
fix-send-with-token = 更新をトランザクションで送ります。トークンにより 10 分間は再試行しても安全です。
fix-limit-page = { $count } 件ずつのページで読み込みます。
fix-read-less = 項目を分割するか、読み込む属性を減らすか、集計を保存します。
fix-divide-key = 区画や月などの属性をパーティションキーに加えるか、1 ページずつ読み込みます。
fix-keep-state = 条件に { $attribute } <> { $state } を加えます。
fix-correct-key = 存在する項目のキーを指定するか、キーだけの条件にします。
fix-write-ttl = エンティティに { $attribute } を加えるか、TTL をオフにします。
fix-filter-expired = 期限切れの項目を { $reader } の前でフィルターします。
fix-store-together = { $items } を 1 つのパーティションに保存します。1 回の Query で読み込めます。
fix-use-key = { $by } をクエリし、{ $index } を削除します。
fix-use-key-table = テーブルをクエリし、{ $index } を削除します。
fix-move-key = テーブルに { $index } のキーを使い、インデックスを削除します。
fix-limit-switches = 切り替えを 1 日 { $most } 回までにするか、Auto Scaling を使います。

## Trials of fixes

cure-figures = コピーで試した結果: 月 { $usd_before } が { $usd_after } に、毎秒 { $reads_before } RCU が { $reads_after } に、{ $writes_before } WCU が { $writes_after } になります。
cure-rewrites = { $patterns } のキー条件を書き直します。
cure-breaks-nothing = 期待どおりだったパターンは、すべて期待どおりのままです。
cure-breaks = { $patterns } が期待どおりでなくなります。
cure-finding-stays = この指摘は残ります。

## Problems

problem-no-entity = 設計にエンティティ { $name } がありません。
problem-no-attribute = 属性 { $name } がありません。
problem-no-table = 設計にテーブル { $name } がありません。
problem-no-index = テーブルにインデックス { $name } がありません。
problem-no-item = テーブルに項目の種類 { $name } がありません。
problem-no-region = リージョン { $name } の料金がありません。
problem-no-parameter = パターンにパラメーター { $name } がありません。
problem-same-name = { $name } という名前が 2 つあります。
problem-cycle = { $name } のリレーションが循環しています。
problem-no-key-template = 項目にキー { $name } のテンプレートがありません。
problem-batch-action = バッチでできるのは、項目の追加と削除だけです。
problem-fill = キーを作成できません: { $detail }
fill-no-value = { $attribute } に値がありません。
fill-not-a-key-value = { $attribute } は文字列でも数値でもありません。
fill-wrong-form = { $attribute } の値 { $value } は書式 { $format } に合いません。
problem-too-many-rows = サンプルは { $rows } 件です。上限は { $most } 件です。
problem-range = { $member } が範囲外です。
problem-same-key = { $item } と { $other } のキーが同じです: { $key }。片方がもう片方を置き換えます。キーに属性を加えるか、サンプルの値が重ならないようにしてください。
problem-refused = DynamoDB が { $operation } を拒否しました: { $error }。{ $message }
too-much-bytes = データが { $most } バイトを超えてしまいます。
too-much-steps = 処理が { $most } 段階を超えてしまいます。
too-much-depth = 入れ子が { $most } 段を超えています。
too-much-parts = 式の要素が { $most } 個を超えています。
too-much-repeats = 同じ語や記号が { $most } 回を超えて続いています。
too-much-words = 語と記号が { $most } 個を超えています。
too-much-name-bytes = 名前が { $most } バイトを超えています。
too-much-tables = テーブルが { $most } 個を超えています。
too-much-entities = エンティティが { $most } 個を超えています。
too-much-attributes = 属性が { $most } 個を超えています。
too-much-columns = 列が { $most } 列を超えています。
too-much-indexes = テーブルのインデックスが { $most } 個を超えています。
too-much-keys = テーブルのキーが { $most } 個を超えています。
too-much-patterns = アクセスパターンまたはリレーションが { $most } 個を超えています。
too-much-requests = アクセスパターンに { $most } 件を超えるリクエストが必要です。
too-much-names = 名前が { $most } 個を超えています。
too-much-at-line = { $line } 行目: { $sentence }
too-much-at-member = { $member }: { $sentence }

## Results of access patterns

verdict-green = 結果は期待どおりです。
red-no-request = パターンにリクエストがありません。リクエストを選んでください。
red-no-expectation = 期待する結果がありません。書くまで、不一致として扱います。
red-not-run = リクエストを作成できませんでした。{ $problem }
red-refused = DynamoDB がリクエストを拒否しました。
red-error-expected = 期待するエラーは { $expected }、実際は { $got } です。
red-no-error = エラーなし
red-empty = 何も返りませんでした。それが正しい場合は、期待する結果に「空」を選びます。
red-not-empty = { $returned } 件が返りました。期待は 0 件です。
red-count = 期待は { $expected } 件、実際は { $returned } 件です。
range-between = { $least } ～ { $most }
range-at-least = { $least } 以上の
range-at-most = { $most } 以下の
range-any = 任意の数
red-rows-missing = 期待する項目が { $count } 件足りません: { $keys }。
red-rows-unexpected = 期待していない項目が { $count } 件あります: { $keys }。
red-value = { $place } 件目の { $attribute } は { $got } です。期待は { $expected } です。
red-order = { $place } 件目が { $attribute } の順になっていません。
red-state = 書き込み後、{ $key } の { $attribute } は { $got } です。期待は { $expected } です。
red-item-state = 書き込み後、{ $key } は { $got } です。期待は { $expected } です。
red-nothing = なし
red-scan = 結果は期待どおりですが、Scan でしか見つかりません。
red-more-pages = 結果は続きますが、パターンは最初の 1 ページだけを読み込みます。

## How a pattern reaches its items, and why

access-not-run = 未実行
access-get = { $target } への GetItem
access-query = { $target } への Query
access-queries = { $target } への Query { $times } 回
access-scan = { $target } の Scan
access-batch = { $target } への { $times } 件のバッチ
access-write = { $target } への書き込み
access-transaction = { $target } への { $times } 件のトランザクション
access-search = { $target } への SearchVectors
access-other = { $target } へのリクエスト
index-of = { $table } の { $index }
why-not-run = パターンを実行していない
why-whole-key = キー全体がわかる: { $attributes }
why-partition-key = パーティションキーがわかる: { $attributes }
why-sort-key-range = パーティションキーとソートキーの範囲: { $attributes }
why-sharded = { $count } 個のキーそれぞれに Query
why-no-key = { $parameters } で始まるキーがない
why-no-parameters = すべての項目を読み込む
why-several = 1 回のリクエストで { $count } 件
why-vector = 最も近いベクトル
why-other = リクエストは項目を読み込まない

## Places

place-pattern = アクセスパターン「{ $name }」
place-table = テーブル「{ $name }」
place-index = インデックス「{ $name }」
place-item = 項目「{ $name }」
place-entity = エンティティ「{ $name }」
place-attribute = 属性「{ $name }」
place-relation = リレーション { $number }
place-design = 設計全体

## Notes of files in other formats

note-no-results = このファイルには期待する結果がありません。各アクセスパターンが返す結果を書いてください。
note-keys-only = このファイルにはテーブルしかありません。エンティティとアクセスパターンを追加してください。
note-left-out = { $place }: 設計では { $member } を扱えないため、取り込んでいません。
note-unknown-value = { $place }: { $expression } の値がファイルにないため、取り込んでいません。
note-placeholder = { $name } の値がファイルにありません。名前が入る箇所には「{ $shown }」を入れています。
note-other-resources = 次のリソースはテーブルの一部ではないため、取り込んでいません: { $types }。
note-not-created = { $place } は取り込んでいません。条件 { $condition } のもとでのみ作成されるリソースです。
note-other-files = このファイルは { $files } も参照しています。一緒に開いてください。
note-of-program = これは CDK のソースコードなので、そのまま書かれた値だけを読み取りました。残りは、cdk synth を実行し、出力されたテンプレートを開いてください。
note-repeated = { $place }: ファイルではこのリソースを繰り返していますが、設計では 1 つにしています。
note-several-keys = { $table }: プライマリキーは 1 つだけです。{ $used } をキーにし、ほかはインデックスにしました。
note-no-key = { $table }: プライマリキーがないため、属性 { $added } を追加しました。
note-unique = { $table }: DynamoDB は { $columns } を一意に保ちません。この値をキーにした項目を、同じトランザクションで書き込んでください。
note-ignored = テーブルを作成しないステートメントが { $count } 件あり、取り込んでいません。
note-skipped = { $kind }: { $count } 件のステートメントを取り込んでいません (最初は { $line } 行目)。
note-not-parsed = { $statement } は { $line } 行目を読み取れないため、取り込んでいません: { $reason }
note-same-table = { $table }: { $line } 行目で同じテーブルをもう一度作成しています。最初の定義を使います。
note-key-as-text = { $table }: キーにできる型は文字列、数値、バイナリだけなので、{ $attributes } を文字列にしました。
note-left-out-often = { $place }: 設計では { $member } を扱えないため、取り込んでいません。ほかの { $more } か所も同じです。
note-unknown-often = { $place }: { $expression } の値がファイルにないため、取り込んでいません。ほかの { $more } か所も同じです。
note-more = ほかに { $count } 件の注記があります。
note-assumed = 仮の値: 各テーブルの項目は { $items } 件、各アクセスパターンは毎秒 { $rate } 件のリクエスト。実際の値に変えてください。
note-first-patterns = このファイルにはアクセスパターンがありません。キーからアクセスパターンを作成しました(それぞれ毎秒 { $requests } リクエスト)。実際のアクセスパターンに直し、各エンティティの項目数を入力してください。
note-changed-since = Dynalab が書き込んだ後にファイルが変更されています。エンティティとキーはファイルから読み取り、アクセスパターンは元のままです。
note-key-chosen = { $table }: ファイルにはキーの指定がないため、{ $key } を選びました。{ $reason }
note-keys-shared = { $table }: { $items } 件のうち { $sharing } 件は、ほかの項目とキーが同じです。キーごとに最後の 1 件、合わせて { $left } 件が残ります。
note-key-usual = キーによく使われる名前です。
note-key-unique = 値が項目ごとに異なります。
note-key-not-unique = 同じ値の項目があるため、一方がもう一方を置き換えます。
note-kinds-by = { $table }: { $attribute } の値で項目をエンティティに分けました。
note-records-not-read = 読み取れないレコードが { $count } 件あります。最初のものは { $line } 行目です。
note-value-converted = { $table } の { $item } 件目: { $attribute } の値は DynamoDB JSON ではないため、変換しました。{ $more ->
    [0] {""}
   *[other] ほかの { $more } 件も同じです。
 }
note-value-left-out = { $table } の { $item } 件目: { $attribute } の値は DynamoDB の値ではないため、取り込んでいません。{ $more ->
    [0] {""}
   *[other] ほかの { $more } 件も同じです。
 }
note-no-items = { $table }: 項目の一覧に項目でないものが { $count } 件あり、取り込んでいません (最初は { $item } 件目)。
note-kept = { $place }: 設計では { $member } を扱えませんが、形式 { $format } のファイルのために残します。
note-no-column-names = 先頭の行がデータなので、列の名前は番号にしました。先頭に列名の行を追加してください。
note-not-puts = 項目を書き込まないリクエスト: { $count } 件。取り込んでいません。
note-items-cut = { $table }: サンプルは { $found } 件のうち { $kept } 件です。
note-rows-replaced = { $table }: ファイルの項目が { $count } 個のエンティティのサンプルになりました。件数を指定した期待する結果を確認してください。
note-items-of-no-entity = { $table }: { $count } 件の項目は、どのエンティティのキーとも一致しないため除きました。
note-no-request = { $pattern }: このファイルにはリクエストがありません。
note-write-request = { $operation } のリクエストを書いてください。
note-command-left-out = { $command }: このコマンドは読み取れないため、取り込みませんでした。{ $detail }
note-command-not-read = コマンドラインを読み取れません: { $detail }

## Files that are opened

file-read = { $file }: { $format }。追加: テーブル { $tables }、エンティティ { $entities }、アクセスパターン { $patterns }、項目 { $items }。
file-compared = { $file }: { $format }。設計と比べるだけで、設計には何も追加しません。
file-helped = { $file }: { $format }。ほかのファイルに値や名前を渡します。
file-refused = { $file } は開けませんでした。{ $reason }
file-second = { $file }: { $format }。{ $differs } そのため、このファイルは 2 つ目の設計 B です。A と比べてください。
refused-third = 2 つ目の設計 B はすでにあります。このファイルだけを開いてください。
refused-has-entities = テーブル { $table } のエンティティとキーが一致する項目がないため、追加していません。キーのテンプレートを見比べるか、ファイルだけを開いてください。
refused-without-keys = テーブル { $table } のキーを正しい型で持つレコードがありません。
refused-several-designs = この項目は複数の設計に当てはまる可能性があります。設計ごとに、その項目だけを一緒に開いてください。
refused-too-many = 一度に開けるファイルは { $count } 個までです。
differs-table = テーブル { $name } がほかのファイルと一致しません。
differs-index = インデックス { $name } がほかのファイルと一致しません。
differs-item = { $name } のキーがほかのファイルと一致しません。
differs-entity = エンティティ { $name } がほかのファイルと一致しません。
differs-pattern = アクセスパターン { $name } がほかのファイルと一致しません。
differs-seed = サンプルのシード ({ $name }) がほかのファイルと一致しません。
differs-member = メンバー { $name } がほかのファイルと一致しません。
error-not-json = テキストは正しい JSON ではありません({ $line } 行目、{ $column } 文字目)。
error-too-long = テキストは { $bytes } バイトです。上限は { $limit } バイトです。
error-member = { $place } は{ $wanted }でなければなりません。
wanted-text = テキスト
wanted-object = オブジェクト
wanted-list = リスト
wanted-item = 項目
wanted-attribute = 属性
wanted-texts = テキストのリスト
wanted-data-type = DynamoDB の型
wanted-key-type = S、N、B のいずれか
wanted-hash-key = HASH キーのあるリスト
wanted-key-template = 属性を波括弧で囲んだテキスト
wanted-primary-index = テーブルのキーであるインデックス
wanted-alike-items = 共通の属性を持つ項目のファイル
wanted-few-entities = エンティティが { $most } 個以下のファイル
wanted-one-of-entities = { $most } 個以下のエンティティの 1 つ
wanted-one-of-models = { $most } 個以下のモデルの 1 つ
wanted-one-of-tables = 項目のあるテーブル { $most } 個以下の 1 つ
wanted-one-of-facets = 項目のあるファセット { $most } 個以下の 1 つ
error-syntax = { $language }: { $line } 行目、{ $column } 文字目: { $detail }
error-in-other-files = このファイル自体に DynamoDB のテーブルはありません。{ $files } と一緒に開いてください。
error-no-table = ファイルに DynamoDB のテーブルがありません。
error-other-statements = ファイルにはテーブルを作成するステートメントがありません (あるもの: { $found })。CREATE TABLE を含むスキーマを開いてください。
error-unknown-format = Dynalab が読み取れる形式ではありません。開けるのは、Dynalab の設計、CloudFormation、Terraform、SQL のスキーマとダンプ、CreateTable と DescribeTable、AWS CLI のコマンド、NoSQL Workbench、OneTable、ElectroDB、JSON や CSV の項目です。
found-nothing = ファイルは空です。
found-answer = これは { $operation } のレスポンスで、テーブルのキーは含まれていません。DescribeTable のレスポンスを開いてください。
found-members = Dynalab の知らない JSON です (メンバー: { $names })。設計、テンプレート、DescribeTable のレスポンス、または項目を開いてください。
found-cdk-code = CDK のソースコードです。cdk synth を実行し、出力されたテンプレートを開いてください。
found-pulumi-code = Pulumi のソースコードです。テーブルごとに aws dynamodb describe-table の結果を開いてください。
found-code = { $library } を使うコードです。Dynalab はコードを実行しません。aws dynamodb describe-table の結果か、テーブルの項目を開いてください。
found-graphql = @model を含む GraphQL スキーマです。Amplify が作る CloudFormation テンプレートを開いてください。
found-terraform-parts = aws_dynamodb_table のない Terraform のブロックです。テーブルのあるファイルと、呼び出しているモジュールのファイルも一緒に開いてください。
found-sql = CREATE TABLE のない SQL です。スキーマか、それを含むダンプを開いてください。
error-write-only = Dynalab は形式 { $format } を書き出せますが、読み取れません。
error-design-not-json = 設計は正しい JSON ではありません({ $line } 行目、{ $column } 文字目): { $detail }
error-design-member = { $place }({ $line } 行目、{ $column } 文字目): { $detail }
error-design-version = 設計のバージョンは { $version } です。この Dynalab が読み取れるのはバージョン 1 です。
error-design-too-long = 設計は { $bytes } バイトです。上限は { $limit } バイトです。

## The report of a check

mark-green = 一致
mark-red = 不一致
mark-problem = 問題
mark-error = エラー
mark-warning = 警告
mark-advice = 提案
mark-file = ファイル
mark-format = 形式
mark-note = 注記
mark-differs = 相違
mark-table = テーブル
mark-failed = 不合格
report-pattern = { $access }。サンプル: 読み込み { $read } 件、返却 { $returned } 件、{ $units }。本番: { $full }、月 { $amount }
report-patterns = アクセスパターン { $patterns } 個中 { $green } 個が期待どおり、Scan { $scans } 個、ホットキー { $hot_keys } 個、指摘 { $findings } 件
report-no-index = インデックスなし
report-index = インデックス { $name } ({ $key }、{ $projection })
report-local-index = ローカルセカンダリインデックス { $name } ({ $key }、{ $projection })
report-vector-index = ベクトルインデックス { $name } ({ $key }、{ $projection })
report-key = キー { $key }
report-ttl = TTL { $attribute }
report-no-ttl = TTL なし
report-stream = ストリーム { $view }
report-no-stream = ストリームなし
report-table-units = 平均で毎秒 { $reads } RCU、{ $writes } WCU
fail-no-patterns = アクセスパターンがないため、チェックでは何も確かめられません。アクセスパターンを、期待する結果と一緒に書いてください。
fail-red = アクセスパターン { $count } 個が期待どおりではありません。
fail-problems = 設計のうち { $count } か所が使えません。
fail-differences = { $files } との違いが { $count } 件あります。
fail-elsewhere = { $url } では、アクセスパターンの結果が異なります: { $sentence }
fail-denied = 許可しないルール { $rule } の指摘が { $count } 件あります。
fail-monthly = 月 { $amount } は、上限の { $limit } を超えています。
fail-monthly-unknown = { $names } の料金が不明なため、月額も不明です。
compared-with = { $left } と { $right } の比較: 違い { $count } 件。
report-costs = 本番で月 { $amount }: リクエスト { $requests }、ストレージ { $storage } ({ $region }、{ $date } の料金)
report-other-prices = { $region } の料金が不明なため、合計には { $used } の料金を使っています。
report-no-price = { $names } の料金が不明なため、合計に含まれていません。

## Differences between two designs, or a design and a stack

difference-only = { $file } にだけあります。
difference-changed = { $left } と { $right } で内容が異なります。
difference-setting = { $setting }: { $left } では { $one }、{ $right } では { $other } です。
difference-not-set = 未設定
difference-left-out = 一方のファイルでは指定できないため、次の設定は比べていません: { $settings }。
setting-partition-key = パーティションキー
setting-sort-key = ソートキー
setting-index-kind = インデックスの種類
setting-projection = 射影
setting-vector-index = ベクトルインデックス
setting-ttl = TTL
setting-stream = ストリーム
setting-mode = キャパシティモード
setting-scaling = Auto Scaling
setting-class = テーブルクラス
setting-recovery = ポイントインタイムリカバリ
setting-deletion-protection = 削除保護
setting-replicas = レプリカ
setting-replica-consistency = レプリカの整合性
setting-units = プロビジョンドキャパシティユニット
setting-warm-throughput = ウォームスループット
setting-maximum-throughput = オンデマンドの最大スループット
setting-recovery-days = 復旧できる日数
setting-tags = タグ
setting-encryption = 暗号化
setting-deletion-policy = 削除ポリシー
setting-policy = リソースベースのポリシー
setting-contributor-insights = Contributor Insights
setting-seed = サンプルのシード
setting-region = リージョン

## The document of a design (Markdown)

document-table = テーブル { $name }
document-partition-key = パーティションキー: { $key }
document-sort-key = ソートキー: { $key }
document-no-key = なし
document-on-demand = オンデマンド、リクエスト単位の料金
document-scaling = Auto Scaling ({ $target } の { $units }): { $least } から { $most } まで、目標使用率 { $percent } %
document-provisioned = プロビジョンド、ピークに { $percent } % を加えた値
document-mode = キャパシティモード: { $mode }
document-ttl = TTL: { $attribute }
document-stream = ストリーム: { $stream }
document-recovery = ポイントインタイムリカバリ: 有効
document-indexes = | インデックス | 種類 | パーティションキー | ソートキー | 射影 |
document-local = ローカル
document-global = グローバル
document-items = | 項目 | 件数 | 平均バイト |
document-patterns = アクセスパターン
document-pattern-columns = | # | アクセスパターン | 毎秒 | アクセス方法 | 理由 | RCU (サンプル) | RCU (本番) | WCU | 月額 (本番) | 結果 |
document-units = 全パターンの合計 (本番): 平均 { $reads } RCU、{ $writes } WCU。ピーク { $peak_reads } RCU、{ $peak_writes } WCU。
document-findings = 指摘
document-cost = 料金
document-costs = 本番で月 { $amount }: リクエスト { $requests }、ストレージ { $storage }。{ $region } の { $date } の料金です。
