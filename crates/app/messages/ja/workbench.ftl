# ほかのページとダイアログの文。ホームページを離れるか、ダイアログを開いたときに読み込まれる。

## Workspaces

workspaces = ワークスペース
workspace-first = 自分のテーブル
workspace-found = 見つかったワークスペース ({ $id })
workspace-copy = 一時的なコピー
workspace-button = ワークスペース: { $name } (変更する)
workspace-new = 新しいワークスペース
workspace-new-about = ワークスペースはそれぞれ別のテーブルを持ち、互いに影響しません。
workspace-create = 作成
workspace-rename = 名前を変更
workspace-delete = 削除
workspace-delete-question =
    { $tables ->
        [0] このワークスペースは空です。名前だけを削除します。
       *[other] { $tables } 個のテーブルと { $items } 件の項目を削除します。この操作は元に戻せません。
    }
workspace-delete-yes = ワークスペースを削除する
keep-copy-about = コピーを独立したワークスペースとして保存します。ほかのワークスペースは変わりません。
workspace-keep = 保存

## Backups

backup = バックアップと復元
backup-about = すべてのワークスペースを、名前と履歴も含めて 1 つのファイルに保存します。ファイルは手元に残り、どこにも送られません。
backup-not-the-copy = 表示中のコピーは保存されていないため、バックアップに入りません。残したい場合は先に保存してください。
backup-save = バックアップをダウンロード
backup-file = バックアップから復元
backup-file-about = ファイルの中のワークスペースを追加します。既存のものは置き換えません。
backup-saving = ファイルを作成しています…
backup-restoring = バックアップを復元しています…
backup-saved =
    { $workspaces ->
        [0] 保存するものはまだありません。
       *[other] { $workspaces } 個のワークスペースをファイルに入れました ({ $size })。
    }
backup-left-out = 保存されているデータを読み取れないため、次のものはファイルに入っていません: { $names }
backup-restored =
    { $workspaces ->
        [0] バックアップは正常ですが、ワークスペースは入っていません。
       *[other] { $workspaces } 個のワークスペースを追加しました。開くものを選んでください。
    }
backup-foreign = これはバックアップではありません。ここで保存した、名前が .dynalab-backup で終わるファイルを選んでください。
backup-newer = より新しいバージョンの Dynalab で作成されたファイルです。ページを再読み込みして更新してから、もう一度ファイルを選んでください。
backup-damaged = ファイルが壊れているか、一部が欠けています。保管場所からもう一度コピーするか、別のバックアップを選んでください。
backup-too-large = バックアップに入るのは 1 GB までですが、それを超えています。不要なテーブルを削除してから、もう一度お試しください。
backup-storage-full = ファイルの中身をすべて入れるだけの空きがブラウザーにありません。不要なものを削除してから、もう一度ファイルを選んでください。
backup-storage-failed = ブラウザーのストレージに書き込めませんでした。ページを再読み込みして、もう一度お試しください。
backup-stopped = バックアップの処理が停止しました。ページを再読み込みして、もう一度お試しください。
backup-unchanged = 何も変更していません。ワークスペースは元のままです。

## Workbench: tables

tables = テーブル
add-sample = サンプルを読み込む
add-table = テーブルを作成
delete-table = 削除
sample-dialog-title = サンプルを読み込む
sample-facts = 項目 { $items } 件 · テーブル { $tables } 個
sample-replaces = { $tables } を置き換えます
sample-load = 読み込む
sample-replace = 置き換える
request-empty-title = テーブルがまだありません
request-empty-about = リクエストはテーブルを読み書きします。サンプルを読み込むか、テーブルを作成してください。
request-empty-table = テーブルを作成
request-empty-json = リクエストを JSON で書く
no-tables-title = テーブルがまだありません
no-tables-lead = データとアクセスパターンがそろったサンプルを読み込むか、自分のテーブルを作成してください。
no-tables-settings = リージョン、アカウント、設定
data-type = 型
delete-dialog-title = { $table } を削除しますか?
delete-dialog-question =
    { $items ->
        [0] テーブルは空です。定義とインデックスを削除します。
       *[other] テーブル、インデックス、{ $items } 件の項目を削除します。この操作は元に戻せません。
    }
delete-table-yes = テーブルを削除する

## 共有

share = 共有
share-dialog-title = テーブルを共有
share-about = 内容はすべて、リンクの # より後ろの部分に含まれます。サーバーには送信されません。リンクを開いた人は、自分用のコピーを受け取ります。
share-title = タイトル
share-contents = 内容
share-data = 項目も含める
share-steps = リクエスト
share-steps-none = 含めない (テーブルのみ)
share-steps-ten = 直近 10 件を含め、開くときに再実行
share-steps-hundred = 直近 100 件を含め、開くときに再実行
share-steps-all = 入るだけ含める
share-link = リンク
share-writing = 作成しています…
share-length = { $characters } 文字です。
share-commands = リクエストを { $commands } 件含みます。リクエストが書き込んだ内容は、後で削除したものも含まれます。
share-copied = コピーしました ({ $characters } 文字)。
share-not-copied = ブラウザーがコピーを許可しませんでした。リンクを選択してあるので、Ctrl+C または ⌘C でコピーしてください。
share-long = 長いリンクです。メールやチャットによっては途中で切れるため、ファイルのほうが確実です。
share-too-long = リンクが長すぎます。ファイルに保存して送るか、項目を含めずに共有してください。
share-failed = リンクにもファイルにも収まりません。({ $detail })
share-not-saved = ブラウザーがファイルの保存を許可しませんでした。
share-save = ファイルに保存
share-copy = リンクをコピー
share-copy-frame = フレームをコピー
share-copy-markdown = Markdown リンクをコピー
share-copy-badge = バッジの Markdown をコピー

## 受け取った設計を開く

open-dialog-title = ファイルかリンクを開く
open-about = 独立したコピーとして開きます。自分のテーブルはそのまま残ります。
open-replaces = 現在の一時的なコピーは、開くと置き換わります。残すには、先に保存してください。
open-file = ファイル (.dynalab.json)
open-link = リンク、またはファイルの中身
open-go = 開く
arrival-opening = 共有されたテーブルを開いています…
arrival-failed-title = このリンクは開けません
arrival-untouched = 何も開かず、何も変更していません。自分のテーブルはそのまま残っています。
unreadable-newer = より新しいバージョンの Dynalab で作成されています。ページを再読み込みして更新してください。
unreadable-cut-off = リンクの末尾がありません。途中で切れたようです。元の場所からもう一度コピーするか、ファイルで受け取ってください。
unreadable-damaged = リンクの一部が変わっています。元の場所からもう一度コピーしてください。
unreadable-too-large = 大きすぎて開けません。上限は 4 MB、項目は 10,000 件です。一部だけを受け取ってください。
unreadable-too-much = 内容が大きすぎて開けません。詳しくは下の行のとおりです。
unreadable-not-a-document = このファイルは開けません。理由は下の行のとおりです。
unreadable-requests = これはキーの設計ではなく、DynamoDB へのリクエストです。ワークベンチで実行できます。
unreadable-not-a-link = この文字列に Dynalab のリンクは含まれていません。# より後ろも含めて、リンク全体をコピーしてください。
unreadable-not-fetched = リンクを開くためのデータを取得できませんでした。オンラインのときにページを再読み込みしてください。
unreadable-refused = エンジンが内容を受け付けませんでした。理由は下の行のとおりです。
unreadable-needs-memory = 開くには 1 GB を超えるメモリーが必要なため、停止しました。
unreadable-panicked = Dynalab の不具合のため、開けません。
unreadable-stopped = 停止されたか、エンジンが停止しました。何も開いていません。
unreadable-not-again = 前回は停止されたか、メモリーが足りませんでした。もう一度開くまで、何も開きません。
arrival-again = もう一度開く

## ファイル

files = バケット
files-about = エクスポートの書き込み先、インポートの読み込み元になるバケットです。このブラウザーの中にあり、すべてのワークスペースで共有します。外部には何も送信しません。
files-of-the-copy = 表示中のコピーには専用のバケットがあります。コピーを保存すると、一緒に保存されます。
files-loading = バケットを読み込んでいます…
files-none = ファイルはまだありません。テーブルをエクスポートするか、ImportTable 用のファイルをアップロードしてください。
file-save = { $key } を保存
file-delete = { $key } を削除
file-delete-question = バケット { $bucket } のファイルを削除します。この操作は元に戻せません。
file-delete-yes = ファイルを削除
files-put-title = バケットにファイルをアップロード
files-chosen = ファイル
files-bucket = バケット
files-bucket-rules = 英小文字、数字、ピリオド、ハイフンで 3 から 63 文字
files-prefix = プレフィックス
files-put = アップロード
files-too-large = ファイルの合計が 100 MB を超えています。分けてアップロードしてください。
files-unreadable = ブラウザーがファイルを読み込めないか、保存できませんでした。もう一度選んでください。

## Workbench: items

table-or-index = テーブルまたはインデックス
base-table = テーブル
partition-short = パーティション
sort-short = ソート
index-facts = { $items } 件 · { $projection }
rows-read = 返却・書き込み { $items } 件
rows-dropped = フィルターで除外 { $items } 件
row-kept = 返却または書き込み:
row-dropped = 読み込み後にフィルターで除外:
index-key-short = インデックスキー
limits = 上限
limits-about = テーブル、パーティション、キーのスループットの上限です。上限を超えたリクエストは、DynamoDB がスロットリングします。
limits-off = 無効
limits-on = DynamoDB と同じ
new-item = 項目を追加
generate-items = 項目を生成
no-items = 項目はまだありません。追加、インポート、生成のいずれかを行ってください。
transfer = インポート・エクスポート
change-table = 設定変更
jump-to-key = キーへ移動

## Workbench: request

request = リクエスト
request-as = リクエストの形式
request-tab-questions = アクセスパターン
request-tab-form = フォーム
request-tab-json = JSON
request-tab-cli = CLI
request-tab-sdk = SDK
request-tab-partiql = PartiQL
run = 実行
operation = オペレーション
operations-items = 項目
operations-together = バッチとトランザクション
operations-partiql = PartiQL
operations-tables = テーブル
operations-streams = ストリーム
operations-settings = 設定と制限
operations-backups = バックアップと復元
operations-files = エクスポートとインポート
operations-account = アカウント
operations-global = グローバルテーブル
operation-stores-only = 設定の保存と取得はできますが、動作はシミュレーションしません。
request-json-label = リクエストの本文 (JSON)
tidy = 整形
json-unfinished = JSON が途中で終わっています。括弧か引用符が閉じていません。
json-problem = { $line } 行 { $column } 文字目: { $detail }
form-on = テーブル
form-no-table = テーブルを作成するかサンプルを読み込むと、リクエストを送れます。
form-json-only = { $operation } のフォームはありません。JSON を使ってください。
form-broken-json = JSON に誤りがあります。修正するとフォームを使えます。
form-unknown-table = この名前のテーブルはありません。テーブルを選ぶか、JSON で名前を直してください。
filter = フィルター
filter-example = #status = :status
filter-add = 条件を追加
filter-test = 比較の方法
filter-join = 条件の組み合わせ方
filter-all = すべてを満たす
filter-one = 1 つでも満たす
filter-remove = この条件を削除
filter-contains = 含む (contains)
filter-exists = 存在する
filter-not-exists = 存在しない
filter-as-text = テキストで編集
filter-as-fields = フォームで編集
condition = 条件
condition-example = attribute_not_exists(PK)
update = 更新
update-example = SET #name = :value
projection = 取得する属性
projection-example = name, price
key-condition = キー条件
options = オプション
order = 順序
consistent = 強力な整合性
return-values = 返す値 (ReturnValues)
sort-test = ソートキーの条件
sort-test-begins-with = 前方一致 (begins_with)
sort-test-between = 範囲 (between)
placeholder-attribute = 属性名
add-attribute = 属性を追加
attribute-name = 属性の名前
remove-attribute = { $name } を削除

## Workbench: result

result = 結果
result-tab-items = 項目
result-tab-json = JSON
result-tab-trace = トレース
result-tab-cost = コスト
no-result = リクエストを実行すると、ここに結果が表示されます。
no-items-returned = 応答に項目はありません。
no-capacity = このリクエストはキャパシティを消費していません。
not-sent = 未実行
elapsed = { $ms } ミリ秒
result-left-out = この応答は、後のリクエストに場所を譲ったため、メモリーに残っていません。
result-run-again = リクエストをもう一度実行
trace-lines-left = ほか { $lines } 行
result-rows-partial = ページにあるのは表示中とその前後の行だけなので、ブラウザーの検索ではほかの行が見つかりません。
result-copy-rows = すべての行をコピー
result-rows-copied = すべての行をコピーしました。
result-rows-not-copied = ブラウザーが行をコピーできませんでした。
next-page = 次のページ
next-page-about = 続きがあります (LastEvaluatedKey)。
cost-caption = 消費キャパシティ (テーブルとインデックスごと)
cost-table = { $table }
cost-index = { $index } ({ $table } のインデックス)
total = 合計
summary = 概要
summary-read = 返却 { $returned } 件、読み込み { $read } 件
summary-returned = 返却 { $returned } 件
summary-written = 書き込み { $written } 件
summary-dropped = 読み込み後に、フィルターが { $dropped } 件を除外しました。DynamoDB は { $read } 件すべてのキャパシティを消費します。
summary-rcu = 読み込みキャパシティユニット (RCU) 1 つは、4 KB までの強力な整合性のある読み込み 1 回です。結果整合性のある読み込みは半分を消費します。
summary-wcu = 書き込みキャパシティユニット (WCU) 1 つは、1 KB までの書き込み 1 回です。
summary-wcu-index = 変更されるインデックスのエントリも、それぞれ書き込みになります。
summary-cheaper = { $asked } が { $otherwise } になります。結果は同じです。
summary-alternatives = 消費を減らす方法を比べる
money = 料金
money-request = このリクエスト
money-million = 100 万リクエストあたり
money-month = 1 か月あたり、毎秒
money-per-second = 件の場合
money-source = オンデマンド、{ $region }、{ $date } の料金
forecast = 実行前の見積もり: { $units } を消費します。
forecast-read = 実行前の見積もり: { $read } 件を読み込み、{ $units } を消費します。
forecast-blank = 値を入力すると見積もりを表示します。
forecast-error = このリクエストは失敗します: { $name }
open-and-share = 開く・共有
split-columns = 左側の幅
split-rows = 上側の高さ
picture-expand = 広げる
picture-shrink = 元の大きさ
history = 履歴
history-count = { $requests } 件
history-empty = 実行したリクエストがここに並びます。
history-control-limits-on = 上限を有効にする
history-control-limits-off = 上限を無効にする
history-control-SetDials = 設定を変更
history-control-SetClock = 時計を設定
history-control-AdvanceClock = 時間を進める
history-control-SetAccount = アカウントとリージョンを設定
history-control-SetZone = ゾーンを設定
history-control-SetLink = リージョン間の接続を設定
history-control-PutFault = 障害を注入
history-control-DeleteFault = 障害を削除
history-control-PutCache = キャッシュを設定
history-control-DeleteCache = キャッシュを削除
history-control-ThroughCache = キャッシュ経由のリクエスト
history-control-PutPrincipal = プリンシパルを設定
history-control-DeletePrincipal = プリンシパルを削除
history-control-UsePrincipal = プリンシパルを使用
history-control-PutMetricAlarm = アラームを設定
history-control-DeleteAlarms = アラームを削除
history-control-PutWorkers = ワーカーを設定
history-control-DeleteWorkers = ワーカーを削除
history-control-StopWorker = ワーカーを停止
history-control-PutEventSourceMapping = トリガーを設定
history-control-DeleteEventSourceMapping = トリガーを削除
history-control-ReportInvocation = トリガーの報告
history-control-InRegion = 別のリージョンへのリクエスト
history-control-PutItems = 項目を書き込む
history-control-RunWorkload = トラフィック
history-control-StartTraffic = トラフィックを開始
history-control-StopTraffic = トラフィックを停止
history-requests = { $requests } 件をまとめて実行
step-undone = 元に戻しました: { $what }
step-redone = やり直しました: { $what }
step-requests = リクエスト { $requests } 件
step-traffic = トラフィック

## 時間

time-bar = タイムライン
clock = 時計
clock-pause = 時計を止める
clock-1 = 実時間
clock-60 = 1 秒で 1 分
clock-3600 = 1 秒で 1 時間
clock-second = 1 秒進める
clock-minute = 1 分進める
clock-ten-minutes = 10 分進める
clock-hour = 1 時間進める
clock-two-days = 2 日進める
clock-of-the-wall = 端末の時刻
clock-settings = 時計の設定
waits = 進行中の変更
wait-table-creating = { $name } は { $time } まで CREATING です。
wait-table-updating = { $name } は { $time } まで UPDATING です。
wait-table-deleting = { $name } は { $time } まで DELETING です。
wait-index-allocating = { $name } はインデックス { $index } のため { $time } まで UPDATING です。
wait-index-creating = { $name } のインデックス { $index } は { $time } まで CREATING です。
wait-index-updating = { $name } のインデックス { $index } は { $time } まで UPDATING です。
wait-index-deleting = { $name } のインデックス { $index } は { $time } まで DELETING です。
wait-encryption-updating = { $name } の暗号化は { $time } まで UPDATING です。
wait-warm-throughput-updating = { $name } のウォームスループットは { $time } まで UPDATING です。
waits-rejected = DynamoDB は { $time } までこのリクエストを拒否します。
waits-over = 待ち時間が終わりました。リクエストをもう一度実行してください。
waits-move = 時計を { $time } に進める
time-slider = 表示している時点
time-at = { $newest } 件中 { $shown } 件目のリクエスト
time-past = 過去を表示中
time-go-on = ここから続ける
time-go-on-about = これ以降、テーブルはこの時点の状態から始まります。後のリクエストは元のブランチに残ります。
time-return = 最新に戻る
time-back = 1 件前のリクエストへ
time-forth = 1 件後のリクエストへ
undo = 元に戻す
redo = やり直す
branches = ブランチ
branch-button = ブランチ: { $name } (管理する)
branch-number = ブランチ { $number }
branch-current = { $newest } 件
branch-other = { $newest } 件、{ $leaves } 件目の後で分岐
name-branch = このブランチに名前を付ける
name-entry = この時点に名前を付ける
name-none-about = 空にすると、名前を削除します。
branch-delete = 「{ $name }」を削除
branch-delete-yes = ブランチを削除する
branch-delete-question = このブランチだけにあるリクエストを削除します。この操作は元に戻せません。
time-window = 記録の範囲: 直近 { $requests } 件または { $megabytes } MB。再読み込み後も、少なくとも直近 { $kept } 件または { $keptmegabytes } MB は残ります。
not-at-this-point = 表示中の時点に、このテーブルはありません。
name = 名前
save-name = 保存

## The trace


## Why did I get this error?


## About

about-title = Dynalab とは
about-lead = Dynalab は、Rust で書かれた DynamoDB エンジンをこのページの中で動かします。テーブルを作成し、DynamoDB と同じリクエストを送り、何を読み込み、キャパシティをどれだけ消費したかを確認できます。
about-fidelity = DynamoDB と同じところ
about-fidelity-faithful = リクエストと応答は DynamoDB JSON です。項目、キー、38 桁の数値、サイズの計算、式、検証の順序、エラーの種類と文面、消費キャパシティは、DynamoDB と同じです。
about-fidelity-simulated = ネットワークもサーバー群もありません。「遅延・上限なし」では、応答は数ミリ秒で返り、インデックスはすぐに更新されます。「実サービス相当」では、パーティションはスロットリングや分割を行い、レプリカとインデックスは遅れ、期限切れの項目は後から削除されます。乱数はすべてシードから決まるため、同じ結果を再現できます。
about-fidelity-not-yet = API のすべてのオペレーションに対応しています。暗号化、Contributor Insights、Kinesis への配信先は、設定の保存と取得だけで、動作はしません。ベクトル検索は近似ではなく正確な検索です。
about-limits = 制限
about-limits-memory = テーブルはこのタブのメモリーに置かれ、ブラウザーに保存されます。目安は数百メガバイトまでで、テラバイトは扱えません。
about-limits-not-production = 学習、設計、テストに使ってください。本番データは保存しないでください。
about-privacy = プライバシー
about-privacy-local = 入力したデータがこのブラウザーの外に出ることはありません。ページのセキュリティポリシーにより、接続できるのはこのサイト自身のファイルだけです。
about-privacy-no-tracking = アカウントも Cookie もアクセス解析もありません。
about-storage = データの保存
about-keyboard = キーボード
keyboard-palette = すべてのコマンドのパレットを開く
keyboard-list = この一覧を表示
keyboard-run = リクエストを実行
keyboard-undo = 元に戻す・やり直す
keyboard-slider = 履歴の時点を移動 (タイムバーにフォーカスがあるとき)
keyboard-tabs = タブの間を移動
keyboard-close = ダイアログを閉じる
keyboard-tab = 次の操作へ移動 (すべてキーボードで操作できます)
about-console = ブラウザーのコンソール
about-console-text = ブラウザーのコンソールから、実行ボタンと同じ経路で自分のテーブルにリクエストを送れます。結果は status と body で返ります。
about-version = バージョン
about-version-text = Dynalab { $version }。API バージョン DynamoDB_20120810。
about-licenses = サードパーティーのライセンス
pictures = 図
