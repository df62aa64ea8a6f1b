# ホームページと、すべてのページに共通する文。英語のファイルと同じ名前を持つ。
# 用語: パーティションキー、ソートキー、項目、属性、テーブル、インデックス、クエリ、スキャン。

## The shell

skip-to-content = 本文へ移動
navigation = メイン
place-home = ホーム
place-learn = 学ぶ
place-learn-build = レッスン作成
place-design = 設計
place-play = ワークベンチ
place-capacity = キャパシティ
place-scale = パーティションラボ
notices-title = 最近のメッセージ
notices-none = このページを開いてから、メッセージはまだありません。
navigation-lab = ラボ
place-about = 概要
title-home = Dynalab: ブラウザーで動く DynamoDB
title-learn = 学ぶ · Dynalab
title-learn-build = レッスン作成 · Dynalab
title-design = 設計 · Dynalab
title-play = ワークベンチ · Dynalab
title-capacity = キャパシティ · Dynalab
title-scale = パーティションラボ · Dynalab
title-about = このアプリについて · Dynalab
title-not-found = ページがありません · Dynalab
palette = 検索とコマンド
switch-theme = 配色: { $theme } (変更する)
language-offer = このページには日本語版があります。
language-accept = 日本語で読む
language-decline = 英語のまま使う
embed-open = Dynalab で開く
theme-system = 自動
theme-light = ライト
theme-dark = ダーク
close = 閉じる
cancel = キャンセル
reload = 再読み込み
loading = 読み込み中…
part-missing = ページのこの部分を読み込めませんでした。テーブルはそのままです。再試行するか、ページを再読み込みしてください。
try-again = 再試行
foot-private = データはこのブラウザーの中だけに保存されます。
foot-not-affiliated = Dynalab は独立したプロジェクトで、AWS とは関係ありません。
not-found-title = ページが見つかりません
not-found-lead = リンクが古いか、アドレスが間違っている可能性があります。テーブルはそのまま残っています。
not-found-home = ホームへ

## What is kept

storage-title = データの保存
storage-starting = 起動しています…
storage-stopped = 停止
storage-saved = 保存済み
storage-full = 容量不足
storage-failing = 保存できない状態
storage-unreadable = 読み取れない状態
storage-follower = 閲覧のみ
storage-memory = 保存されない状態
storage-sentence =
    テーブルはこのブラウザー (IndexedDB) に保存され、再読み込みしても残ります。{ $items ->
        [0] 起動時に保存済みの項目はありませんでした。
       *[other] 起動時に { $items } 件の項目を { $ms } ミリ秒で読み込みました。
    }
durability-title = 書き込みを完了とみなすタイミング
durability-strict = 厳密
durability-strict-about = ディスクに書き込まれたとき。停電があってもデータは失われません。
durability-relaxed = 緩和
durability-relaxed-about = OS に渡されたとき。速くなりますが、停電のときに直前の書き込みが失われることがあります。
offline-keep = オフラインで使えるように保存
offline-keep-about = 一度だけ約 9 MB をダウンロードします。このブラウザーはデータを節約する設定なので、自動では始めません。
offline-kept = オフラインで使えるように保存します。
delete-everything = すべてのテーブルを削除
delete-everything-question = このワークスペースのすべてのテーブルと項目を削除します。この操作は元に戻せません。
delete-everything-yes = すべて削除する
banner-follower = 別のタブで編集中です。このタブでは同じテーブルを閲覧のみできます。
take-over = このタブで編集する
banner-memory-only = このブラウザーは、このサイトのデータの保存をブロックしています (プライベートウィンドウ、またはサイトの設定)。すべての操作ができますが、タブを閉じるか再読み込みすると、テーブルは失われます。保存するには、このサイトのデータの保存を許可してから、ページを開き直してください。
banner-storage-full = ブラウザーの保存容量がいっぱいです。保存済みの書き込みは失われず、読み込みもできます。空きができるまで、書き込みと削除は失敗します。端末の空き容量を増やすか、ほかのサイトのデータを削除してください。
banner-storage-failing = ブラウザーのストレージが正しく応答していません。完了した書き込みは失われていませんが、復旧するまで書き込みはできません。({ $detail })
banner-storage-unreadable = 保存されているデータを、このバージョンでは読み取れません。保存済みのデータはそのまま残し、これからの操作はメモリーにだけ保持します。ページを再読み込みしてください。新しいバージョンなら読み取れることがあります。({ $detail })
banner-storage-damaged = 保存されているデータの一部が壊れています。保存済みのデータはそのまま残し、これからの操作はメモリーにだけ保持します。({ $detail })
banner-storage-not-read = ブラウザーから保存済みのデータを取得できませんでした。データはそのまま残し、これからの操作はメモリーにだけ保持します。ページを再読み込みすると、読み取れることがあります。({ $detail })
open-readable = 読み取れるデータのコピーを開く
banner-engine-stopped = エンジンを起動できませんでした。保存済みのテーブルはそのまま残っています。Dynalab が更新された直後であれば、ページを再読み込みしてください。
banner-does-not-fit = 保存済みのテーブルがエンジンのメモリーに収まらないため、読み込みの途中で停止しました。データはそのまま残っています。別のワークスペースを開くか、バックアップを保存してください。
banner-clock-ahead = この端末の時計は { $device } を示しており、最後の変更から 1 年以上進んでいます。Dynalab は { $engine } から続けています。
clock-trust = この端末の時計を使う
clock-keep = Dynalab の時刻のまま続ける
working = エンジンがリクエストを処理しています。ほかのリクエストは待ちます。
working-jump = 時計を進め、予定された処理を実行しています。ほかのリクエストは待ちます。
working-document = 設計を開いています。ほかのリクエストは待ちます。
working-progress = リクエストの進み具合
working-stop = 停止
working-unanswered = エンジンが応答しません。再起動しても、保存済みの書き込みは失われません。
working-unanswered-memory = エンジンが応答しません。再起動すると、保存していないテーブルは失われます。
working-restart = エンジンを再起動
reading = { $name } を開いています…
reading-link = リンクを開いています…
notice-jump-stopped = 停止しました。時計は、実行が済んだ時刻を示しています。「元に戻す」で、この操作を取り消せます。
notice-engine-restarted = エンジンが停止したため、保存済みのデータから再起動しました。処理中だった書き込みは失われた可能性があります。項目を読み込んで確認してください。
notice-discarded-tail = 最後の変更を保存している途中で、ブラウザーが終了しました。その変更はテーブルに入っていません。それより前の変更は失われていません。
notice-sample-loaded = 「{ $name }」を読み込みました ({ $items } 件)。
notice-fetch-failed = サイトの一部を取得できませんでした。接続を確認して、ページを再読み込みしてください。({ $detail })
refusal-not-writer = 実行していません。別のタブで編集中です。ここで実行するには「このタブで編集する」を選んでください。
refusal-storage-full = 実行していません。ブラウザーの保存容量がいっぱいです。テーブルはそのままです。空きを増やして、もう一度お試しください。
refusal-storage-failed = 実行していません。ブラウザーのストレージが書き込みを受け付けませんでした。テーブルはそのままです。({ $detail })
refusal-unreadable = 実行していません。保存されているデータをこのバージョンでは読み取れないため、上書きもしません。({ $detail })
refusal-needs-complete-engine = 実行していません。これに必要なエンジンの追加部分を取得できませんでした。オンラインのときにもう一度お試しください。
refusal-restarted = 応答の前にエンジンが再起動しました。書き込みは失われた可能性があります。項目を読み込んで確認してください。
refusal-stopped = 停止しました。テーブルはそのままです。
refusal-memory-full = 実行していません。エンジンのメモリーがほぼいっぱいです。テーブルはそのままです。項目やテーブルを削除してから、ページを再読み込みしてください。
refusal-no-worker = 実行していません。エンジンが停止しています。ページを再読み込みしてください。
refusal-too-large = 実行していません。リクエストが { $size } あります。DynamoDB が受け付けるのは 16 MB までで、それを超えると HTTP 413 を返します。
refusal-bad-request = 実行していません。エンジンがメッセージを解釈できませんでした。({ $detail })
ask-needs-memory = 1 GB を超えるメモリーが必要なため、停止しました。テーブルはそのままです。
ask-panicked = Dynalab の不具合のため、停止しました。テーブルはそのままです。
ask-not-fetched = ページの一部を取得できませんでした。オンラインのときに再読み込みしてください。

## Workspaces

keep-copy = このコピーを保存する
banner-visiting = 一時的なコピーを表示しています。自由に変更できますが、保存しないと変更は失われます。
notice-workspace-deleted = ここで開いていたワークスペースは、別のタブで削除されました。

## Home

home-title = このタブで動く DynamoDB
home-lead = このテーブルは実際に動いています。行を選んだり、タイムバーを動かしたり、自分でリクエストを試したりできます。データがブラウザーの外に出ることはありません。
home-new = DynamoDB は初めてですか?
home-first-lesson = 最初のレッスンを始める
open-in-workbench = ワークベンチで開く
stage-request = リクエスト { $number }
stage-traffic = トラフィック
stage-sale = { $title }: 1 つのキーに毎秒 { $writes } 回の書き込み
stage-sale-rises = すべてパーティション { $partition } への書き込みです。1 つのパーティションが受け付けるのは、毎秒 { $limit } 書き込みユニットまでです。
stage-sale-throttled = 1 つのパーティションが受け付けるのは毎秒 { $limit } 書き込みユニットまでなので、DynamoDB は { $throttled } 回の書き込みをスロットリングします。ほかのパーティションには余裕があります。
stage-unlimited = 上限が無効なので、書き込みはすべて受け付けられます。DynamoDB では、1 つのパーティションが受け付けるのは毎秒 { $limit } 書き込みユニットまでです。
stage-why = スロットリングされる理由
stage-limits = 上限
stage-limits-off = 無効
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
stage-model = リクエストは実際に実行しています。毎秒の書き込みは、DynamoDB と同じ上限を持つトラフィックモデルで計算しています。
door-art-read = 3 件を読んで返す
door-art-query = Query 7 個
door-art-scan = Scan 1 個
door-art-branch = ブランチ
door-art-break-even = 損益分岐点
door-art-on-demand = オンデマンド
door-art-provisioned = プロビジョンド
foot-about = 互換性と制限
open-your-table = コピーを開く
recent-work = 最近の作業
recent-lesson = レッスン
recent-design = キーの設計
recent-table = テーブル
recent-solved = 完了
recent-in-progress = 学習中
recent-progress = { $lessons } 件中 { $solved } 件を完了
recent-patterns = アクセスパターン { $patterns } 個
recent-green = { $patterns } 個中 { $green } 個が期待どおり
doors = はじめる
door-learn = 学ぶ
door-learn-text = 実際のエンジンで動く短いレッスンです。リクエストを書くと、満たした達成条件に印が付きます。
door-design-text = キーのテンプレートとアクセスパターンを書くと、サンプルデータで実行し、結果、ユニット、料金を表示します。
door-play = ワークベンチ
door-play-text = テーブルの作成、サンプルの読み込み、リクエストの送信ができます。何を読み込み、キャパシティをどれだけ消費したかがわかります。
door-capacity-text = 項目のサイズ、ユニット、パーティション、Auto Scaling、料金を計算します。数値はすべて変更でき、リンクで共有できます。
door-scale-text = 1 日のトラフィックを 2 つの設計で比べます。上限に達するパーティション、時刻、料金がわかります。
demo-first = 最初のリクエストを送信しています…
demo-failed = テーブルを読み込めませんでした。ページを再読み込みしてください。({ $detail })
demo-controls = トラフィック
demo-pause = 一時停止
demo-resume = 再開
demo-step = 1 つ進む
demo-back = 1 つ戻る
demo-slider = テーブルの時点
demo-now = 現在
demo-past = リクエスト { $number } / { $last }
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
open-drop = ファイルをこのページにドラッグ&ドロップして開くこともできます
arrival-untitled = 共有されたテーブル

## Workbench: items

items = 項目
table-facts = { $items } 件 · { $size }

## Workbench: result

no-trace = このリクエストにはトレースがありません。
cost-items = 件
cost-read = 件を読み込み
cost-thrown-away = 件をフィルターで除外
spoken-result =
    { $items ->
        [0] { $operation } 完了。項目はありません。
       *[other] { $operation } 完了。項目 { $items } 件。
    }

## The trace

trace-received = { $operation } を受け取り、解釈しました。
trace-planned-one-item = 計画: { $source } からキー { $key } の項目を 1 件取得します。
trace-planned-query = 計画: { $source } のパーティション { $key } をクエリします。ソートキー: { $condition }。順序: { $order }。
trace-planned-scan =
    { $segments ->
        [1] 計画: { $source } 全体をスキャンします。
       *[other] 計画: { $source } を { $segments } 個のセグメントに分けてスキャンします。
    }
trace-planned-batch = 計画: { $count } 個のオペレーションを順に処理します。
trace-routed = パーティションキーのハッシュ { $hash } により、{ $table } のパーティション { $partition } が選ばれました。
trace-read = { $source } の { $key } を読み込みました ({ $size } B)。
trace-read-missing = { $source } にキー { $key } の項目はありません。
trace-filtered-out = { $key } はフィルターで除外されました。読み込みの消費に数えますが、結果には含まれません。
trace-page-ended =
    { $reason ->
        [limit] Limit に達したため、ページを区切りました。読み込み { $evaluated } 件、返却 { $returned } 件。
        [size] 1 MB に達したため、ページを区切りました。読み込み { $evaluated } 件、返却 { $returned } 件。
       *[other] 最後の項目まで読み込みました。読み込み { $evaluated } 件、返却 { $returned } 件。
    }
trace-condition-held = 条件は真です: { $condition }
trace-condition-failed = 条件は偽です: { $condition }。偽になった箇所: { $decided }
trace-wrote-new = { $table } に新しい項目 { $key } を書き込みました ({ $size } B)。
trace-wrote-changed = { $table } の { $key } を書き換えました ({ $before } B → { $after } B)。
trace-deleted = { $table } から { $key } を削除しました ({ $size } B)。
trace-index-put = インデックス { $index } に { $key } のエントリを書き込みました ({ $size } B)。
trace-index-deleted = インデックス { $index } から { $key } のエントリを削除しました ({ $size } B)。
trace-planned-no-read = 計画: 読み込みは不要です。
trace-indexes-scheduled =
    { $delay ->
        [0] { $table } のグローバルセカンダリインデックスにすぐ反映されます。
       *[other] { $table } のグローバルセカンダリインデックスには { $delay } ミリ秒後に反映されます。
    }
trace-transaction-prepared = 準備完了: { $table } の { $key } に { $action } を実行できます。トランザクションが終わるまで項目をロックします。
trace-transaction-conflict = 競合: { $table } の { $key } は、別のリクエストが書き込み中です。
trace-transaction-committed =
    { $count ->
        [1] トランザクションが完了し、項目を書き込みました。
       *[other] トランザクションが完了し、{ $count } 件の項目を一度に書き込みました。
    }
trace-transaction-cancelled = トランザクションがキャンセルされました。項目ごとの理由: { $reasons }。
trace-table-created = テーブル { $table } を作成しました。
trace-table-changed = テーブル { $table } を変更しました。
trace-table-dropped = テーブル { $table } を削除しました。
trace-charged = { $owner } のキャパシティを { $units } { $unit } 消費しました。
trace-rejected-until = DynamoDB は { $until } までこのリクエストを拒否します。
trace-rejected = エラー: { $error }。{ $message }
trace-responded = 応答を返しました (JSON { $size } B)。
sort-test-any = すべて
order-ascending = 昇順
order-descending = 降順

## Why did I get this error?

error-whole = メッセージ全体を表示
error-page = このエラーの説明
explain-condition-failed = 項目が条件を満たしていなかったため、何も書き込んでいません。この場合も書き込みキャパシティは消費されます。
explain-transaction-cancelled = トランザクションは、すべて成功するか、何も書き込まないかのどちらかです。1 つが失敗したため、何も書き込んでいません。下の理由はアクションの順に並んでいます。
explain-transaction-conflict = 同じ項目を別のリクエストが変更中でした。もう一度お試しください。
trace-read-from-leader = { $table } のパーティション { $partition } のリーダー (ゾーン { $zone }) が読み込みに応答しました。最新の状態です。
trace-read-from-follower =
    { $missing ->
        [0] { $table } のパーティション { $partition } のフォロワー (ゾーン { $zone }) が読み込みに応答しました。最新の状態です。
       *[other] { $table } のパーティション { $partition } のフォロワー (ゾーン { $zone }) が読み込みに応答しました。未反映の書き込みは { $missing } 件、最も古いものは { $behind } ミリ秒前です。
    }
trace-index-behind = インデックス { $index } に未反映の書き込みは { $missing } 件、最も古いものは { $behind } ミリ秒前です。
trace-underway = { $table } のパーティションのリーダーからレプリケーション中: { $followers }。
trace-fault = 障害「{ $fault }」が発生しました: { $kind }。
trace-fault-after-commit = 書き込みの後に障害「{ $fault }」が発生しました: { $kind }。書き込みは完了しましたが、応答は届きません。
trace-cache-hit = キャッシュヒット: 「{ $cache }」 ({ $kind })、{ $age } ミリ秒前の値です。テーブルは読み込んでいません。
trace-cache-miss = キャッシュミス: 「{ $cache }」 ({ $kind })。
trace-region-followed = { $from } での { $table } への書き込みが、{ $lag } ミリ秒後に { $region } に反映されました。
trace-region-lost = { $from } での { $table } への書き込みが { $lag } ミリ秒後に { $region } に届きましたが、より新しい書き込みがあるため破棄されました。
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
        [0] { $workers }: { $worker } がシャード { $shard } の処理を始めます。
        [1] { $workers }: { $worker } がシャード { $shard } を引き継ぎ、1 件のレコードを再処理します。
       *[other] { $workers }: { $worker } がシャード { $shard } を引き継ぎ、{ $count } 件のレコードを再処理します。
    }
trace-swept =
    { $count ->
        [1] TTL により、{ $table } の期限切れの項目 { $key } を削除しました (無料)。
       *[other] TTL により、{ $table } の期限切れの項目 { $count } 件を削除しました (無料)。最初の項目: { $key }。
    }
trace-throttled-partition = スロットリング: { $owner } のパーティション { $partition } が、この 1 秒間の { $unit } の上限に達しました。
trace-throttled-share = スロットリング: { $owner } のパーティション { $partition } が、固定の割り当て { $unit } とバーストキャパシティを使い切りました。
trace-throttled-provisioned = スロットリング: { $owner } が、プロビジョニングした { $unit } とバーストキャパシティを使い切りました。
trace-throttled-peak = スロットリング: { $owner } への { $unit } が、以前のピークの 2 倍を超えました。
trace-throttled-maximum = スロットリング: { $owner } が、設定した 1 秒あたりの最大 { $unit } に達しました。
trace-throttled-quota = スロットリング: { $owner } が、この 1 秒間の { $unit } に対するアカウントのクォータに達しました。
trace-split-size = { $owner } のパーティション { $partition } が最大サイズに達し、{ $one } と { $other } に分割されました。
trace-split-heat = 高負荷が続いたため、{ $owner } のパーティション { $partition } が { $one } と { $other } に分割されました (高負荷による分割)。
trace-split-throughput = スループットに合わせて、{ $owner } のパーティション { $partition } が { $one } と { $other } に分割されました。
trace-scaled = Auto Scaling: { $owner } の { $unit } を { $before } から { $after } に変更します。
explain-not-found = この名前のテーブルまたはインデックスはありません。大文字と小文字は区別されます。
explain-scaling-provisioned = Auto Scaling には、プロビジョンドモードのテーブルが必要です。先にキャパシティモードを変更してください。
explain-stream-not-found = この ARN のストリームはありません。テーブルのストリームの ARN は、DescribeTable の LatestStreamArn でわかります。
explain-other-account = ARN のリージョンまたはアカウントが、このワークスペースのものと異なります。図の「設定」で確かめ、最初のテーブルを作成する前に変更してください。
explain-in-use = 同じ名前のテーブルがすでにあるか、いま変更中です。
explain-serialization = JSON の型が違います。たとえば、文字列が必要なところに数値があります。
explain-unknown-operation = この名前のオペレーションはないか、Dynalab がまだ対応していません。
explain-throttled = この 1 秒間のリクエストが、テーブルまたはキーのキャパシティを超えました。間隔を空けて再試行してください。SDK は自動で再試行します。
explain-limit = アカウントまたはテーブルのクォータに達しました。
explain-collection-size = 同じパーティションキーを持つ項目は、ローカルセカンダリインデックスを含めて 10 GB までです。
explain-reserved-word = これは予約語です。#name のようなプレースホルダーを使い、ExpressionAttributeNames で定義してください。
explain-unused-placeholder = 定義した #name と :value は、式の中で使うか、削除してください。
explain-undefined-value = 式に使った :value が ExpressionAttributeValues にありません。
explain-undefined-name = 式に使った #name が ExpressionAttributeNames にありません。
explain-query-needs-partition-key = Query には、"=" で指定したパーティションキーが 1 つ必要です。ソートキーの条件は 1 つまで追加できます。ほかの条件にはフィルターか別のインデックスを使います。
explain-key-schema = キーには、テーブルのキー属性を過不足なく、定義どおりの型で指定してください。
explain-key-missing = 項目にテーブルのキー属性がありません。
explain-key-type = キー属性の型が、テーブルまたはインデックスの定義と違います。
explain-empty-key = キー属性を空の文字列にはできません。
explain-item-size = 項目は、属性名も含めて 400 KB までです。
explain-filter-on-key = フィルターにキー属性は使えません。キー条件で指定してください。
waiting = 読み込み中…
