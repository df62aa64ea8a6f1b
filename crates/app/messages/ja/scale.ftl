# パーティションラボのページ。最初に表示するときに読み込む部分の文。

scale-title = パーティションラボ
scale-lead = 1 日のトラフィックを 2 つの設計で比べます。どのパーティションが、いつ、なぜ上限に達するかがわかります。
scale-copy-link = リンクをコピー
scale-link-copied = リンクをコピーしました。このページの入力がすべて入っています。
scale-link-not-copied = ブラウザーがコピーを許可しませんでした。このページのアドレスをコピーしてください。
scale-reset = 入力をすべて元に戻す
scale-note = ラボは、エンジンと同じ上限を使う統計モデルを 1 秒ごとに計算します。テーブルでは、成功とスロットリングの件数は、エンジンの結果と比べても全リクエストの 2 % 以内の差です。入力したテーブルでは、インデックスはすべて同じキーを持ち、1 回の書き込みで各インデックスにエントリが 1 つ追加されます。設計の負荷では、キーとエントリは設計のとおりです。シミュレーションした日の料金にストレージと無料利用枠は含みません。

## Traffic

scale-traffic = 1 日のトラフィック
scale-preset = 例
scale-preset-vote = テレビの生放送の投票 (毎秒 200,000 件の書き込み)
scale-preset-shop = セール当日のショップ
scale-preset-sensors = センサー、日付のキー
scale-curve = 1 時間ごとの毎秒のリクエスト数。点にフォーカスして矢印キーで動かせます。
scale-curve-caption = 最大は { $time } の毎秒 { $most } 件です。点にフォーカスして矢印キーを使うと、1 日の形を描けます。
scale-time = 時刻
scale-per-second = 毎秒のリクエスト数

## Designs

scale-offered = 設計のテーブル { $table } (本番)。アクセスパターンは { $patterns } 個で、キー、ユニット、インデックスのエントリはパターンごとの値です。
scale-busiest-share = 設計では、同じ種類のキーへのリクエストのうち { $percent } が { $key } に集まります。A と B の最も使われるキーの割合は、同じ倍率で変わります。0 にすると設計どおりの割合です。
scale-offered-month = 設計の負荷 1 か月 (全テーブル、ストレージを含む)
scale-design-a = A · この設計
scale-design-b = B · 比べる設計
scale-what-if = もし変えたら
scale-what-if-side = どのボタンも、B を A のコピーにして 1 か所だけ変えます。
scale-if-shards-10 = 10 シャード
scale-if-shards-100 = 100 シャード
scale-if-shards-1000 = 1,000 シャード
scale-if-warm = ウォーム 200,000 WCU
scale-if-no-index = インデックスなし
scale-if-index = インデックスを 1 つ追加
scale-if-keys-only = キーのみを射影
scale-if-item-1k = 1 KB の項目
scale-if-item-4k = 4 KB の項目
scale-if-scaling = Auto Scaling

## Run

scale-running = A と B の 1 日をシミュレーションしています。
scale-done = { $requests } 件のリクエストを { $seconds } 秒でシミュレーションしました。
scale-canceled = キャンセルしました。下の結果は、最後に完了した実行のものです。
scale-failed = シミュレーションできませんでした: { $detail }
scale-progress = シミュレーション
scale-cancel = キャンセル
scale-again = もう一度実行

## Results

scale-day-a = A の 1 日
scale-day-b = B の 1 日
scale-holds = この設計なら、1 日のすべてのリクエストを処理できます。
scale-nearly = スロットリングは全リクエストの { $share } です。どの 1 分間でも 1 % に達せず、再試行すれば処理されます。
scale-breaks-index = { $time } に限界です。インデックスの 1 つのパーティションが毎秒 1,000 書き込みユニットに達し、その 1 分間にテーブルへの書き込みの { $share } がスロットリングされます。
scale-breaks-write = { $time } に限界です。1 つのパーティションが毎秒 1,000 書き込みユニットに達し、その 1 分間に書き込みの { $share } がスロットリングされます。
scale-breaks-read = { $time } に限界です。1 つのパーティションが毎秒 3,000 読み込みユニットに達し、その 1 分間に読み込みの { $share } がスロットリングされます。
scale-busiest-key = 最も負荷の高いキーは { $key } で、毎秒 { $units } です。その多くは「{ $pattern }」によるものです。
scale-breaks-peak = { $time } に限界です。以前のピークの 2 倍を超え、その 1 分間にリクエストの { $share } がスロットリングされます。
scale-breaks-provisioned = { $time } に限界です。プロビジョンドスループットとバーストキャパシティを使い切り、その 1 分間にリクエストの { $share } がスロットリングされます。
scale-breaks-quota = { $time } に限界です。クォータを超え、その 1 分間にリクエストの { $share } がスロットリングされます。
scale-cure-index = インデックスのキーを値の多いものにするか、このインデックスをなくしてください。
scale-cure-partition = スループットを増やしてもホットキーには効きません。キーをシャーディングするか、値の多いキーを選んでください。
scale-cure-peak = ピークの前にウォームスループットを上げてください。
scale-cure-provisioned = プロビジョンドスループットを増やすか、早めにスケールするか、オンデマンドを選んでください。
scale-cure-quota = クォータの引き上げを申請するか、1 件あたりのユニットを減らしてください。
scale-of-requests = のリクエストをスロットリング
scale-partitions = パーティション
scale-index-partitions = インデックスのパーティション
scale-this-day = シミュレーションした 1 日
scale-a-month = シミュレーションした日が続く 1 か月
scale-heat-caption = テーブルのヒートマップ。ハッシュ空間の { $rows } 区画のうち { $used } 区画で、使用量がパーティションの 10 % を超えます。使用量の最も多いパーティションは、{ $time } に上限の { $percent } に達します。
scale-index-heat = インデックスのヒートマップ。
scale-mark-breaks = { $time } に限界
scale-mark-busiest = 最大 { $time }
scale-level-0 = 12 % 未満
scale-level-1 = 12～45 %
scale-level-2 = 45～75 %
scale-level-3 = 75～100 %
scale-hash = ハッシュの先頭
scale-throttled-quarters = スロットリングのあった 15 分間の数
scale-served = 成功
scale-throttled = スロットリング
scale-wcu = プロビジョンド WCU
scale-rcu = プロビジョンド RCU
scale-requests-caption = 最大で毎秒 { $most } 件のリクエスト。テーブルは { $before } 個のパーティションで始まり、{ $after } 個で終わります。
scale-partitions-caption = 1 日のテーブルのパーティション数。最大 { $most } 個です。
scale-reasons = 結果別のリクエスト
scale-reason = 結果、または DynamoDB の理由
scale-consumed-wcu = 消費した書き込みユニット
scale-consumed-rcu = 消費した読み込みユニット

## family: scale-number-
## family: scale-choice-
## family: scale-option-

scale-number-peak = ピークの毎秒リクエスト数
scale-number-reads = 読み込みの割合 (%)
scale-number-strong = 強力な整合性の割合 (読み込みの %)
scale-number-keys = キーの数
scale-number-hot = ホットキーの割合 (%)
scale-number-skew = ジップの法則の指数
scale-number-shards = キーごとのシャード数
scale-number-item = 項目のサイズ (バイト)
scale-number-warm-writes = ウォームスループット (WCU)
scale-number-warm-reads = ウォームスループット (RCU)
scale-number-wcu = プロビジョンド WCU (最小)
scale-number-rcu = プロビジョンド RCU (最小)
scale-number-most-wcu = 最大 WCU
scale-number-most-rcu = 最大 RCU
scale-number-target = ターゲット使用率 (%)
scale-number-quota = テーブルのクォータ (毎秒のユニット)
scale-number-busiest-share = 1 つのキーの割合 (リクエストの %)
scale-number-indexes = グローバルセカンダリインデックスの数
scale-number-index-values = インデックスのキーの値の数
scale-number-entry = エントリの射影 (バイト)
scale-choice-curve = 1 日の形
scale-choice-region = リージョン
scale-choice-distribution = キー
scale-choice-period = キーの期間
scale-choice-shard-read = 読み込みの対象
scale-choice-mode = モード
scale-choice-projection = 射影
scale-choice-source = トラフィックとキー
scale-option-curve-flat = 一定
scale-option-curve-office = 業務時間
scale-option-curve-evening = 夜にピーク
scale-option-curve-spike = 20:00 に急増
scale-option-curve-two-peaks = 2 つのピーク
scale-option-curve-drawn = 手描き
scale-option-distribution-even = 均等
scale-option-distribution-zipf = ジップの法則
scale-option-distribution-hot = 1 つのホットキー
scale-option-distribution-time = 時間
scale-option-period-day = 1 日
scale-option-period-hour = 1 時間
scale-option-shard-read-all = すべてのシャード
scale-option-shard-read-one = 1 つのシャード
scale-option-mode-on-demand = オンデマンド
scale-option-mode-provisioned = プロビジョンド
scale-option-mode-auto-scaling = Auto Scaling
scale-option-projection-all = すべての属性
scale-option-projection-include = 一部の属性
scale-option-projection-keys-only = キーのみ
scale-option-source-described = 入力した値
scale-option-source-design = 設計の負荷
