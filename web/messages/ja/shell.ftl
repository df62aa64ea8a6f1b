# ホームページと、すべてのページに共通する文。英語のファイルと同じ名前を持つ。
# 用語: パーティションキー、ソートキー、項目、属性、テーブル、インデックス、クエリ、スキャン。

## The shell

skip-to-content = 本文へ移動
navigation = メイン
place-home = ホーム
place-learn = 学ぶ
place-design = 設計
place-play = ワークベンチ
place-capacity = キャパシティ
place-scale = パーティションラボ
place-about = 概要
title-home = Dynalab: ブラウザーで動く DynamoDB
title-learn = 学ぶ · Dynalab
title-design = 設計 · Dynalab
title-play = ワークベンチ · Dynalab
title-capacity = キャパシティ · Dynalab
title-scale = パーティションラボ · Dynalab
title-about = このアプリについて · Dynalab
title-not-found = ページがありません · Dynalab
palette = 検索とコマンド
switch-theme = 配色: { $theme } (切り替える)
theme-system = 自動
theme-light = ライト
theme-dark = ダーク
close = 閉じる
cancel = やめる
reload = 再読み込み
loading = 読み込んでいます…
part-missing = ページのこの部分を読み込めませんでした。テーブルはそのままです。再試行するか、ページを再読み込みしてください。
try-again = 再試行
foot-private = データはすべてこのブラウザーの中にあります。
foot-not-affiliated = Dynalab は独立したプロジェクトで、AWS とは関係ありません。
not-found-title = このアドレスには何もありません
not-found-lead = リンクが古いか、文字が欠けているのかもしれません。テーブルは元のまま残っています。
not-found-home = ホームへ

## What is kept

storage-title = データの保存
storage-starting = 起動中…
storage-stopped = 停止
storage-saved = 保存済み
storage-full = 容量不足
storage-failing = 保存できません
storage-unreadable = 読み取れません
storage-follower = 閲覧のみ
storage-memory = 保存されません
storage-sentence =
    テーブルはこのブラウザー (IndexedDB) に保存され、再読み込みしても残ります。{ $items ->
        [0] 起動時に保存されていた項目はありません。
       *[other] 起動時に { $items } 件の項目を { $ms } ミリ秒で読み込みました。
    }
durability-title = 書き込み完了とみなす時点
durability-strict = 厳密
durability-strict-about = ディスクに書き込まれた時点。停電があっても失われません。
durability-relaxed = 緩和
durability-relaxed-about = OS に渡された時点。速くなりますが、停電のときに直前の書き込みを失うことがあります。
delete-everything = すべてのテーブルを削除
delete-everything-question = このワークスペースのすべてのテーブルとその中身を削除します。元に戻せません。
delete-everything-yes = すべて削除する
banner-follower = 別のタブが書き込みを担当しています。このタブには同じテーブルが表示されますが、変更はできません。
take-over = このタブで書き込む
banner-memory-only = このブラウザーは、このサイトのデータの保存をブロックしています (プライベートウィンドウ、またはサイトの設定)。すべての操作ができますが、タブを閉じるか再読み込みすると、テーブルは失われます。保存するには、このサイトのデータの保存を許可してから、ページを開き直してください。
banner-storage-full = ブラウザーの保存容量がなくなりました。完了した書き込みは失われていません。読み取りは続けられますが、空きができるまで書き込みは (ここでの削除も) できません。端末の空き容量を増やすか、ほかのサイトの保存データを消してください。
banner-storage-failing = ブラウザーのストレージが正しく応答していません。完了した書き込みは失われていませんが、復旧するまで書き込みはできません。({ $detail })
banner-storage-unreadable = 保存されているデータを、このバージョンでは読み取れません。保存済みのデータはそのまま残し、これからの操作はメモリーにだけ保持します。ページを再読み込みしてください。新しいバージョンなら読み取れることがあります。({ $detail })
banner-engine-stopped = エンジンを起動できません。保存済みのテーブルはそのまま残っています。Dynalab が更新された直後であれば、再読み込みでページとエンジンが揃います。
notice-engine-restarted = エンジンが予期せず停止したため、保存済みのデータから再起動しました。処理中だった書き込みは、保存されたかどうか分かりません。読み取って確認してください。
notice-sample-loaded = 「{ $name }」を読み込みました ({ $items } 件)。
notice-fetch-failed = サイトのファイルを取得できませんでした。({ $detail })
refusal-not-writer = 実行していません。別のタブが書き込みを担当しています。ここで書き込むには切り替えてください。
refusal-storage-full = 実行していません。ブラウザーの保存容量がなくなりました。テーブルはこのリクエストの前のままです。
refusal-storage-failed = 実行していません。ブラウザーのストレージが書き込みを受け付けませんでした。テーブルはこのリクエストの前のままです。({ $detail })
refusal-unreadable = 実行していません。保存されているデータをこのバージョンでは読み取れないため、上書きもしません。({ $detail })
refusal-needs-complete-engine = 実行していません。これに必要なエンジンの追加部分を取得できませんでした。オンラインのときにもう一度お試しください。
refusal-restarted = 応答の前にエンジンが再起動しました。書き込みが保存されたかどうか分かりません。読み取って確認してください。
refusal-too-large = 実行していません。リクエストが { $size } あります。DynamoDB が受け付けるのは 16 MB までで、それを超えると HTTP 413 を返します。
refusal-bad-request = 実行していません。エンジンがメッセージを解釈できませんでした。({ $detail })

## Workspaces

keep-copy = このコピーを保存
banner-visiting = これはコピーです。自由に変更できますが、保存されません。
notice-workspace-deleted = ここで開いていたワークスペースは、別のタブで削除されました。

## Home

home-title = このタブで動く DynamoDB
home-lead = 下のテーブルは、いま動いています。本物のエンジンが本物のリクエストに答えています。データがこのページの外に出ることはありません。
home-new = DynamoDB は初めてですか?
home-first-lesson = 最初のレッスンを始める
open-in-workbench = ワークベンチで開く
stage-request = リクエスト { $number }
stage-traffic = トラフィック
stage-sale = { $title }: 1 つのキーに毎秒 { $writes } 回の書き込み
stage-sale-rises = すべてパーティション { $partition } への書き込みです。1 つのパーティションが受け付けるのは、毎秒 { $limit } 書き込みユニットまでです。
stage-sale-throttled = 1 つのパーティションが受け付けるのは毎秒 { $limit } 書き込みユニットまでなので、DynamoDB は { $throttled } 回の書き込みをスロットリングします。ほかのパーティションには余裕があります。
stage-unlimited = 制限がオフなので、書き込みはすべて受け付けられます。DynamoDB では、1 つのパーティションが受け付けるのは毎秒 { $limit } 書き込みユニットまでです。
stage-why = スロットリングされる理由
stage-limits = 制限
stage-limits-off = オフ
stage-limits-on = DynamoDB と同じ
stage-seconds = 直近 { $seconds } 秒
stage-writes = 書き込み/秒
stage-partitions = パーティション
stage-partitions-counted = パーティション
stage-throttled = 毎秒 { $writes } 回をスロットリング
stage-ring = { $table } のハッシュ空間。パーティションは { $partitions } 個です。
stage-ring-hot = { $key } は { $partition } のホットキーです。書き込みは毎秒 { $writes } 回、そのうち { $throttled } 回がスロットリングされています。
stage-trace = 直前のリクエストへの応答の流れ
stage-units = RCU とは?
stage-units-about = 読み込みキャパシティユニット (RCU) 1 つで、4 KB までを強力な整合性で読み込めます。結果整合性の読み込みなら、その半分で済みます。書き込みキャパシティユニット (WCU) 1 つで、1 KB までを書き込めます。
stage-model = リクエストは本物です。毎秒の書き込みは、DynamoDB の制限を持つトラフィックモデルで計算しています。
door-art-read = 3 件を読んで返す
door-art-query = Query 7 個
door-art-scan = Scan 1 個
door-art-branch = ブランチ
door-art-break-even = 損益分岐点
door-art-on-demand = オンデマンド
door-art-provisioned = プロビジョンド
foot-about = 忠実さと制限
open-your-table = 自分のテーブルを開く
recent-work = あなたのテーブル
doors = 行き先
door-learn = 学ぶ
door-learn-text = 実際のエンジンで動く短いレッスンです。リクエストを書くと、満たした達成条件に印が付きます。
door-design-text = キーのテンプレートとアクセスパターンを書くと、サンプルデータで実行し、結果、ユニット、料金を表示します。
door-play = ワークベンチ
door-play-text = テーブルを作り、サンプルを読み込み、フォームや JSON でリクエストを送って、何を読み、いくらかかったかを確かめます。
door-capacity-text = 項目のサイズ、ユニット、パーティション、Auto Scaling、料金を計算します。数値はすべて変更でき、リンクで共有できます。
door-scale-text = 1 日のトラフィックを 2 つの設計で比べます。上限に達するパーティション、時刻、料金がわかります。
demo-first = まもなく最初のリクエストを送ります。
demo-failed = 動くテーブルを読み込めませんでした。({ $detail })
demo-controls = トラフィック
demo-pause = 一時停止
demo-resume = 再開
demo-step = 一つ進む
demo-sums = リクエスト { $requests } 件 · { $read } RCU · { $write } WCU
item = 項目
index-count =
    { $indexes ->
        [0] インデックスなし
       *[other] インデックス { $indexes } 個
    }

## Workbench: tables

item-count = { $items } 件

## 受け取った設計を開く

open-design = ファイルかリンクを開く
open-drop = ファイルをこのページに落として開くこともできます
arrival-untitled = 共有された設計

## Workbench: items

items = 項目
table-facts = { $items } 件 · { $size }

## Workbench: result

no-trace = このリクエストにはトレースがありません。
cost-items = 件
cost-read = 件を読み取り
cost-thrown-away = 件を破棄
spoken-result =
    { $items ->
        [0] { $operation } 完了。項目はありません。
       *[other] { $operation } 完了。項目 { $items } 件。
    }

## The trace

trace-received = { $operation } を受け取り、解釈しました。
trace-planned-one-item = 計画: { $source } の一件を、キー { $key } で直接取得します。
trace-planned-query = 計画: { $source } のパーティション { $key } をクエリします。ソートキー: { $condition }。順序: { $order }。
trace-planned-scan =
    { $segments ->
        [1] 計画: { $source } 全体をスキャンします。
       *[other] 計画: { $source } を { $segments } 個のセグメントに分けてスキャンします。
    }
trace-planned-batch = 計画: { $count } 個の要求を順に処理します。
trace-routed = パーティションキーのハッシュ { $hash } から、{ $table } のパーティション { $partition } に決まりました。
trace-read = { $source } の { $key } を読み取りました ({ $size } B)。
trace-read-missing = { $source } に { $key } はありません。
trace-filtered-out = { $key } はフィルターを通りません。読み取りの料金はかかりますが、結果からは除かれます。
trace-page-ended =
    { $reason ->
        [limit] Limit に達してページが終わりました。読み取り { $evaluated } 件、返却 { $returned } 件。
        [size] 1 MB に達してページが終わりました。読み取り { $evaluated } 件、返却 { $returned } 件。
       *[other] データの終わりまで読みました。読み取り { $evaluated } 件、返却 { $returned } 件。
    }
trace-condition-held = 条件が成り立ちました: { $condition }
trace-condition-failed = 条件が成り立ちません: { $condition }。決め手: { $decided }
trace-wrote-new = { $table } に新しい項目 { $key } を書き込みました ({ $size } B)。
trace-wrote-changed = { $table } の { $key } を書き換えました ({ $before } B → { $after } B)。
trace-deleted = { $table } から { $key } を削除しました ({ $size } B)。
trace-index-put = インデックス { $index } に { $key } のエントリーを書き込みました ({ $size } B)。
trace-index-deleted = インデックス { $index } から { $key } のエントリーを削除しました ({ $size } B)。
trace-planned-no-read = 計画: 読み取りは必要ありません。
trace-indexes-scheduled =
    { $delay ->
        [0] { $table } のグローバルインデックスにすぐ反映されます。
       *[other] { $table } のグローバルインデックスには { $delay } ミリ秒後に反映されます。
    }
trace-transaction-prepared = 準備完了: { $table } の { $key } に { $action } を実行できます。終わるまで項目を確保します。
trace-transaction-conflict = { $table } の { $key } は、別のリクエストが変更中です。
trace-transaction-committed =
    { $count ->
        [1] トランザクションが完了し、項目を書き込みました。
       *[other] トランザクションが完了し、{ $count } 項目を一度に書き込みました。
    }
trace-transaction-cancelled = トランザクションを取り消しました。項目ごとの理由: { $reasons }。
trace-table-created = テーブル { $table } を作成しました。
trace-table-changed = テーブル { $table } を変更しました。
trace-table-dropped = テーブル { $table } を削除しました。
trace-charged = { $owner } の消費: { $units } { $unit }。
trace-rejected = 拒否しました: { $error }。{ $message }
trace-responded = 応答を返しました (JSON { $size } B)。
sort-test-any = すべて
order-ascending = 昇順
order-descending = 降順

## Why did I get this error?

error-whole = メッセージ全体を表示
error-page = このエラーの説明
explain-condition-failed = 項目が条件を満たしていなかったため、何も書き込んでいません。それでも書き込みユニットは消費します。
explain-transaction-cancelled = トランザクションはすべて成功するか、何も書き込まないかのどちらかです。一つが失敗したため、何も書き込んでいません。下の一覧は、操作の順に並んだ理由です。
explain-transaction-conflict = 同じ項目を別のリクエストが変更中でした。もう一度試してください。
trace-read-from-leader = { $table } のパーティション { $partition } のリーダー (ゾーン { $zone }) が応答しました。すべて最新です。
trace-read-from-follower =
    { $missing ->
        [0] { $table } のパーティション { $partition } のフォロワー (ゾーン { $zone }) が応答しました。ここはすべて届いています。
       *[other] { $table } のパーティション { $partition } のフォロワー (ゾーン { $zone }) が応答しました。まだ届いていない書き込みは { $missing } 件、最も古いものは { $behind } ミリ秒前です。
    }
trace-index-behind = インデックス { $index } にまだ届いていない書き込みは { $missing } 件、最も古いものは { $behind } ミリ秒前です。
trace-underway = { $table } のパーティションのリーダーから送信中: { $followers }。
trace-fault = 障害「{ $fault }」が発生しました: { $kind }。
trace-fault-after-commit = 書き込みの後に障害「{ $fault }」が発生しました: { $kind }。書き込みは完了しましたが、応答は届きません。
trace-cache-hit = キャッシュ「{ $cache }」（{ $kind }）に { $age } ミリ秒前の値があり、テーブルには問い合わせません。
trace-cache-miss = キャッシュ「{ $cache }」（{ $kind }）にはありません。
trace-region-followed = { $lag } ミリ秒後に { $from } での { $table } への書き込みが { $region } に届き、反映されました。
trace-region-lost = { $lag } ミリ秒後に { $from } での { $table } への書き込みが { $region } に届きましたが、より新しい書き込みが残ります。
trace-alarm = アラーム「{ $alarm }」が { $before } から { $after } に変わりました。
trace-access-allowed = { $principal } は { $resource } で { $action } を実行できます。{ $policy } のステートメント { $statement } が許可しています。
trace-access-denied = { $principal } は { $resource } で { $action } を実行できません。{ $policy } のステートメント { $statement } が拒否しています。
trace-access-not-allowed = { $principal } は { $resource } で { $action } を実行できません。許可するポリシーがありません。
trace-invoked =
    { $count ->
        [1] { $mapping }: 関数が 1 件のレコードを処理しました。
       *[other] { $mapping }: 関数が { $count } 件のレコードを処理しました。
    }
trace-invocation-failed =
    { $count ->
        [1] { $mapping }: 関数が 1 件のレコードの処理に失敗しました (再試行 { $retries } 回目)。
       *[other] { $mapping }: 関数が { $count } 件のバッチの処理に失敗しました (再試行 { $retries } 回目)。
    }
trace-lease-taken =
    { $count ->
        [0] { $workers }: { $worker } がシャード { $shard } の読み取りを始めます。
        [1] { $workers }: { $worker } がシャード { $shard } を引き継ぎました。1 件のレコードが再び届きます。
       *[other] { $workers }: { $worker } がシャード { $shard } を引き継ぎました。{ $count } 件のレコードが再び届きます。
    }
trace-swept =
    { $count ->
        [1] TTL: { $table } の期限切れの項目 { $key } を無料で削除しました。
       *[other] TTL: { $table } の期限切れの { $count } 項目を無料で削除しました。最初の項目: { $key }。
    }
trace-throttled-partition = スロットリング: { $owner } のパーティション { $partition } は、この 1 秒間の { $unit } の上限に達しました。他に空きがあっても使えません。
trace-throttled-share = スロットリング: { $owner } のパーティション { $partition } は、固定の割り当て { $unit } とその蓄えを使い切りました。
trace-throttled-provisioned = スロットリング: { $owner } は、プロビジョニングした { $unit } とその蓄えを使い切りました。
trace-throttled-peak = スロットリング: { $owner } への要求が、これまでの最大の { $unit } の 2 倍を超えました。
trace-throttled-maximum = スロットリング: { $owner } は、設定された 1 秒あたりの最大 { $unit } に達しました。
trace-throttled-quota = スロットリング: アカウントのクォータにより、{ $owner } はこの 1 秒間にこれ以上の { $unit } を使えません。
trace-split-size = { $owner } のパーティション { $partition } が一杯になり、{ $one } と { $other } に分かれました。
trace-split-heat = { $owner } のパーティション { $partition } の高負荷が続いたため、{ $one } と { $other } に分かれました。
trace-split-throughput = { $owner } のスループットに合わせて、パーティション { $partition } が { $one } と { $other } に分かれました。
trace-scaled = Auto Scaling: { $owner } の { $unit } を { $before } から { $after } に変更します。
explain-not-found = この名前のテーブルまたはインデックスはありません。大文字と小文字は区別されます。
explain-in-use = 同じ名前のテーブルがすでにあるか、いま変更中です。
explain-serialization = JSON の形が合っていません。たとえば、文字列が必要なところに数値があります。
explain-unknown-operation = この名前の操作はないか、Dynalab がまだ対応していません。
explain-throttled = この一秒に、テーブルまたはキーの能力を超える要求がありました。少し待って再試行してください。SDK は自動で再試行します。
explain-limit = アカウントまたはテーブルの上限に達しました。
explain-collection-size = 同じパーティションキーを持つ項目は、ローカルインデックスを含めて 10 GB までです。
explain-reserved-word = 式の中では使えない予約語があります。#name と書き、ExpressionAttributeNames で対応する属性名を示してください。
explain-unused-placeholder = 定義した #name と :value は、必ず式の中で使わなければなりません。
explain-undefined-value = 式に使った :value が ExpressionAttributeValues にありません。
explain-undefined-name = 式に使った #name が ExpressionAttributeNames にありません。
explain-query-needs-partition-key = クエリには、"=" で指定したパーティションキーがちょうど一つ必要です。ソートキーの条件は一つまで加えられます。ほかの条件はフィルターか別のインデックスで扱います。
explain-key-schema = キーには、テーブルのキー属性を過不足なく、定義どおりの型で指定してください。
explain-key-missing = 項目にテーブルのキー属性がありません。
explain-key-type = キー属性の型が、テーブルまたはインデックスの定義と違います。
explain-empty-key = キー属性を空の文字列にはできません。
explain-item-size = 項目は、属性名も含めて 400 KB までです。
explain-filter-on-key = フィルターにキー属性は使えません。キー条件で指定してください。
waiting = 少々お待ちください…
