# ほかのページとダイアログの文。ホームページを離れるか、ダイアログを開いたときに読み込まれる。

## Workspaces

workspaces = ワークスペース
workspace-first = 自分のテーブル
workspace-found = 見つかったワークスペース ({ $id })
workspace-copy = コピー (保存されません)
workspace-button = ワークスペース: { $name }。切り替える
workspace-new = 新しいワークスペース
workspace-new-about = ワークスペースはそれぞれ別のテーブルを持ち、互いに影響しません。
workspace-create = 作成
workspace-rename = 名前を変更
workspace-delete = 削除
workspace-delete-question =
    { $tables ->
        [0] このワークスペースは空です。名前だけが削除されます。
       *[other] { $tables } 個のテーブルと { $items } 件の項目をすべて削除します。元に戻せません。
    }
workspace-delete-yes = ワークスペースを削除する
keep-copy-about = コピーを独立したワークスペースとして保存します。ほかのワークスペースは変わりません。
workspace-keep = 保存

## Backups

backup = バックアップと復元
backup-about = すべてのワークスペースを、名前と履歴も含めて 1 つのファイルに保存します。ファイルは手元に残り、どこにも送られません。
backup-not-the-copy = いま見ているコピーは保存されていないため、バックアップに入りません。残したい場合は先に保存してください。
backup-save = すべてをファイルに保存
backup-file = バックアップから復元
backup-file-about = ファイルの中身は、いまあるものに加えて追加されます。置き換えられるものはありません。
backup-saving = ファイルを作成しています…
backup-restoring = ファイルを読み取り、中身を保存しています…
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
backup-newer = 新しい版のページで作られたものです。ページを再読み込みしてから、もう一度ファイルを選んでください。
backup-damaged = ファイルが壊れているか、一部が欠けています。保管場所からもう一度コピーするか、別のバックアップを選んでください。
backup-too-large = バックアップに入るのは 1 GB までで、これはそれを超えています。保存する場合は、不要なものを削除してからやり直してください。
backup-storage-full = ファイルの中身をすべて入れるだけの空きがブラウザーにありません。不要なものを削除してから、もう一度ファイルを選んでください。
backup-storage-failed = ブラウザーのストレージが受け付けませんでした。ページを再読み込みして、やり直してください。
backup-stopped = バックアップを扱う部品を起動できなかったか、途中で止まりました。ページを再読み込みして、やり直してください。
backup-unchanged = 何も変更していません。ワークスペースは元のままです。

## Workbench: tables

tables = テーブル
add-sample = サンプル
add-table = テーブル
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
no-tables-lead = データと問いのそろったサンプルから始めるか、「テーブル」で自分のテーブルを作ってください。
data-type = 型
delete-dialog-title = { $table } を削除しますか
delete-dialog-question =
    { $items ->
        [0] テーブルは空です。定義とインデックスが失われます。
       *[other] テーブルとインデックス、そして { $items } 件の項目が失われます。元に戻せません。
    }
delete-table-yes = テーブルを削除する

## 共有

share = 共有
share-dialog-title = テーブルを共有
share-about = 設計のすべてがリンクの # より後ろに入ります。サーバーには送られず、開いた人はコピーを受け取ります。
share-title = 題名
share-contents = 内容
share-data = 項目も含める
share-steps = リクエスト
share-steps-none = 含めない (テーブルのみ)
share-steps-ten = 直近 10 件を含め、開くときに再実行
share-steps-hundred = 直近 100 件を含め、開くときに再実行
share-steps-all = 記録されているものを入るだけ含める
share-link = リンク
share-writing = 作成しています…
share-length = { $characters } 文字です。
share-commands = リクエストを { $commands } 件含みます。リクエストが書き込んだ内容は、後で削除したものも含まれます。
share-copied = コピーしました ({ $characters } 文字)。
share-not-copied = ブラウザーがコピーを許可しませんでした。リンクを選択してあるので、Ctrl+C または ⌘C でコピーしてください。
share-long = 長いリンクです。メールやチャットによっては途中で切れるため、ファイルのほうが確実です。
share-too-long = リンクにするには長すぎます。ファイルに保存して送るか、項目を外してください。
share-failed = リンクにもファイルにも収まりません。({ $detail })
share-not-saved = ブラウザーがファイルの保存を許可しませんでした。
share-save = ファイルに保存
share-copy = リンクをコピー

## 受け取った設計を開く

open-dialog-title = ファイルかリンクを開く
open-about = 独立したコピーとして開きます。自分のテーブルはそのまま残ります。
open-replaces = いま見ているコピーは保存されておらず、開くと置き換わります。残したい場合は先に保存してください。
open-file = ファイル (.dynalab.json)
open-link = リンク、またはファイルの中身
open-go = 開く
arrival-opening = リンクの設計を開いています…
arrival-failed-title = このリンクは開けません
arrival-untouched = 何も開かず、何も変更していません。自分のテーブルはそのまま残っています。
unreadable-newer = 新しい版のページで作られたものです。ページを再読み込みしてください。
unreadable-cut-off = リンクの末尾がありません。途中で切れたようです。元の場所からもう一度コピーするか、ファイルで受け取ってください。
unreadable-damaged = リンクの一部が作られたときと違っています。元の場所からもう一度コピーしてください。
unreadable-too-large = 大きすぎます。開けるのは 4 MB、10,000 項目までです。一部だけを受け取ってください。
unreadable-not-a-document = ここで開ける設計ではありません。もう一度受け取るか、下の行に従って直してください。
unreadable-not-a-link = この文字列に設計は含まれていません。# より後ろも含めて、リンク全体をコピーしてください。
unreadable-not-fetched = リンクを読む部品を取得できませんでした。オンラインのときにページを再読み込みしてください。
unreadable-refused = 中身をエンジンが組み立てられませんでした。理由は下の行のとおりです。

## ファイル

files = ファイル
files-about = エクスポートの書き込み先、インポートの読み込み元になるバケットです。このブラウザーの中にあり、すべてのワークスペースで共有します。外部には何も送信しません。
files-of-the-copy = いま見ているコピーには専用のバケットがあります。コピーを保存すると、一緒に保存されます。
files-loading = バケットを読んでいます…
files-none = ファイルはまだありません。テーブルをエクスポートするか、ImportTable で読み込むファイルを入れてください。
file-save = { $key } を保存
file-delete = { $key } を削除
file-delete-question = バケット { $bucket } のファイルを完全に削除します。元に戻す操作でも戻りません。
file-delete-yes = ファイルを削除
files-put-title = バケットにファイルを入れる
files-chosen = ファイル
files-bucket = バケット
files-bucket-rules = 英小文字、数字、ピリオド、ハイフンで 3 から 63 文字
files-prefix = プレフィックス
files-put = 入れる
files-too-large = ファイルが合計 100 MB を超えています。何も入れていません。分けて選んでください。
files-unreadable = ブラウザーがファイルを読み込めないか、保存できませんでした。もう一度選んでください。

## Workbench: items

table-or-index = テーブルまたはインデックス
base-table = ベース
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
new-item = 項目
no-items = まだ何もありません。
transfer = 入出力
change-table = 変更
jump-to-key = キーへ移動

## Workbench: request

request = リクエスト
request-as = リクエストの書き方
request-tab-questions = 問い
request-tab-form = フォーム
request-tab-json = JSON
request-tab-cli = CLI
request-tab-sdk = SDK
request-tab-partiql = PartiQL
run = 実行
operation = 操作
operations-items = 項目の操作
operations-together = 複数の項目
operations-partiql = PartiQL
operations-tables = テーブル
operations-streams = ストリーム
operations-settings = 設定と制限
operations-backups = バックアップと復元
operations-files = エクスポートとインポート
operations-account = テーブルの周辺
operations-global = グローバルテーブル
operation-stores-only = 設定は保存・表示されますが、ここでは何も実行されません。
request-json-label = リクエストの本文 (JSON)
tidy = 整える
json-unfinished = JSON が途中で終わっています。括弧か引用符が閉じていません。
json-problem = { $line } 行 { $column } 文字目: { $detail }
form-on = 対象
form-no-table = テーブルを作るかサンプルを読み込むと、リクエストを送れます。
form-json-only = { $operation } は JSON で書きます。
form-broken-json = JSON に誤りがあります。直すとフォームに戻れます。
form-unknown-table = この名前のテーブルはありません。テーブルを選ぶか、JSON で名前を直してください。
filter = フィルター
filter-example = #status = :status
condition = 条件
condition-example = attribute_not_exists(PK)
update = 更新
update-example = SET #name = :value
projection = 取得する属性
projection-example = name, price
key-condition = キー条件
options = オプション
order = 順序
consistent = 強い整合性
return-values = 返す値
sort-test = ソートキーの条件
sort-test-begins-with = 前方一致
sort-test-between = 範囲
placeholder-attribute = 属性名
add-attribute = 属性
attribute-name = 属性の名前
remove-attribute = { $name } を取り除く

## Workbench: result

result = 結果
result-tab-items = 項目
result-tab-json = JSON
result-tab-trace = トレース
result-tab-cost = コスト
no-result = リクエストを実行すると、ここに結果が表示されます。
no-items-returned = この応答に項目はありません。
no-capacity = 応答に消費キャパシティが含まれていません。リクエストに "ReturnConsumedCapacity": "INDEXES" を加えてください。
not-sent = 未実行
elapsed = { $ms } ミリ秒
next-page = 次のページ
next-page-about = 応答は終わりの手前で止まっています (LastEvaluatedKey)。
cost-caption = 消費キャパシティ (テーブルとインデックスごと)
cost-table = { $table }
cost-index = { $index } ({ $table } のインデックス)
total = 合計
summary = 概要
summary-read = 返却 { $returned } 件、読み込み { $read } 件
summary-returned = 返却 { $returned } 件
summary-written = 書き込み済み
summary-dropped = 読み込み後に、フィルターが { $dropped } 件を除外しました。DynamoDB は { $read } 件すべてのキャパシティを消費します。
summary-rcu = 読み込みキャパシティユニット (RCU) 1 つは、4 KB までの強力な整合性のある読み込み 1 回です。結果整合性のある読み込みは半分を消費します。
summary-wcu = 書き込みキャパシティユニット (WCU) 1 つは、1 KB までの書き込み 1 回です。変更されるインデックスのエントリも、それぞれ書き込みになります。
summary-alternatives = 消費を減らす方法を比べる
money = 料金
money-request = このリクエスト
money-million = 100 万リクエストあたり
money-month = 1 か月あたり、毎秒
money-per-second = 件の場合
money-source = オンデマンド、{ $region }、{ $date } の料金
forecast = 実行前の見積もり: { $units } を消費します。
forecast-read = 実行前の見積もり: { $read } 件を読み込み、{ $units } を消費します。
forecast-error = このリクエストは失敗します: { $name }
open-and-share = 開く・共有
split-columns = 左側の幅
split-rows = 上側の高さ
picture-expand = 広げる
picture-shrink = 元の大きさ
history = 履歴
history-empty = 実行したリクエストがここに並びます。
history-requests = { $requests } 件をまとめて実行
step-undone = 元に戻しました: { $what }
step-redone = やり直しました: { $what }
step-requests = リクエスト { $requests } 件
step-traffic = トラフィック

## 時間

time-bar = 時間
time-slider = 表示している時点
time-at = { $newest } 件中 { $shown } 件目
time-past = 過去を表示中
time-go-on = ここから続ける
time-go-on-about = これ以降、テーブルはこの時点の状態から始まります。後のリクエストは元のブランチに残ります。
time-return = 現在に戻る
time-back = 1 件前のリクエストへ
time-forth = 1 件後のリクエストへ
undo = 元に戻す
redo = やり直す
branches = ブランチ
branch-button = ブランチ: { $name }。ブランチと名前
branch-number = ブランチ { $number }
branch-current = { $newest } 件
branch-other = { $newest } 件、{ $leaves } 件目の後で分岐
name-branch = このブランチに名前を付ける
name-moment = この時点に名前を付ける
name-none-about = 名前を空にすると、名前が消えます。
branch-delete = 「{ $name }」を削除
branch-delete-yes = ブランチを削除する
branch-delete-question = このブランチだけで行った操作が失われます。元に戻すことはできません。
time-window = 記録の範囲: 直近 { $requests } 件または { $megabytes } MB。再読み込み後も、少なくとも直近 { $kept } 件または { $keptmegabytes } MB は残ります。
not-at-this-moment = 表示している時点では、このテーブルはまだ存在しないか、すでに削除されています。
name = 名前
save-name = 保存

## The trace


## Why did I get this error?


## About

about-title = Dynalab とは
about-lead = Rust で書かれた DynamoDB エンジンを、このページの中で動かしています。テーブルを作り、本物のサービスと同じリクエストを送り、それぞれが何を読み、どれだけ消費したかを見ることができます。
about-fidelity = 忠実なところ
about-fidelity-faithful = リクエストと応答は DynamoDB JSON です。項目、キー、38 桁の数値、サイズの計算、式、検証の順序、エラーの種類と文面、消費キャパシティは、サービスの動作に従います。
about-fidelity-simulated = ネットワークも、サービスを支えるサーバー群もここにはありません。「図」のダイヤルを回すまでは、応答は数ミリ秒で返り、インデックスはすぐに追いつきます。回すと、サービスと同じように、パーティションはスロットリングや分割を行い、レプリカとインデックスは遅れ、期限切れの項目は掃除されます。すべてシードから引かれます。
about-fidelity-not-yet = API のすべての操作が応答します。ただし暗号化、Contributor Insights、Kinesis への配信先は、設定として保存・表示されるだけで、何も実行しません。ベクトル検索は近似ではなく正確な検索です。
about-limits = 限界
about-limits-memory = テーブルはこのタブのメモリーに置かれ、ブラウザーに保存されます。目安は数百メガバイトまでで、テラバイトは扱えません。
about-limits-not-production = 学習、設計、テストのためのものです。本番のデータを置く場所ではありません。
about-privacy = プライバシー
about-privacy-local = 入力したデータがこのブラウザーの外に出ることはありません。ページのセキュリティポリシーにより、接続できるのはこのサイト自身のファイルだけです。
about-privacy-no-tracking = アカウントも Cookie も計測もありません。
about-storage = あなたのデータ
about-keyboard = キーボード
keyboard-palette = すべてのコマンドのパレットを開く
keyboard-run = リクエストを実行
keyboard-undo = 元に戻す・やり直す
keyboard-slider = 時間バーにフォーカスがあるとき、時点を移動
keyboard-tabs = タブの間を移動
keyboard-close = ダイアログを閉じる
keyboard-tab = 次の操作へ移動 (すべてキーボードで操作できます)
about-console = コンソールから
about-console-text = ブラウザーのコンソールから、実行ボタンと同じ経路で自分のテーブルにリクエストを送れます。結果は status と body で返ります。
about-version = バージョン
about-version-text = Dynalab { $version }。API バージョン DynamoDB_20120810。
about-licenses = サードパーティーのライセンス
pictures = 図
