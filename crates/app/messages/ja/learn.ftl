# コースと、レッスンのプレイヤー。

## The course

learn-title = DynamoDB を学ぶ
learn-lead = どのレッスンも実際のエンジンで動きます。予想し、実行し、理由を確かめます。
learn-ready =
    { $ready ->
        [0] 公開中のレッスンはまだありません。全 { $planned } 件を予定しています。
       *[other] 全 { $planned } 件のうち { $ready } 件のレッスンを公開しています。
    }
learn-all-ready = 全 { $chapters } 章、{ $planned } レッスンのコースです。
learn-not-loaded = レッスンの一覧を読み込めませんでした。({ $detail })
learn-chapters = 章
learn-chapter-count = { $planned } 件中 { $ready } 件を公開、{ $done } 件完了
learn-chapter-none = この章のレッスンはまだ公開していません。
learn-start = はじめる · レッスン { $id }
learn-continue = 続きから · レッスン { $id }
learn-again = 公開中のレッスンはすべて完了 · レッスン { $id }
learn-minutes = { $minutes } 分
learn-done-of = { $ready } 件中 { $done } 件完了
learn-start-lesson = はじめる
learn-continue-lesson = 続ける
learn-open-lesson = レッスンを開く
learn-state-new = 未着手
learn-state-opened = 学習中
learn-state-solved = 完了
learn-state-changed = 以前に完了 (課題が変わりました)
learn-best = { $requests } リクエスト、{ $units } ユニット
learn-kind-capstone = 総合演習
learn-kind-test = 確認テスト
learn-kind-review = 復習

## Search

learn-search = レッスン、用語、エラーを検索
learn-search-none = 見つかりませんでした。エラーの名前など、別の語でお試しください。
learn-search-found = { $count } 件
learn-found-lesson = レッスン
learn-found-term = 用語 · レッスン { $id }
learn-found-error = エラー
learn-found-card = リファレンスカード
learn-errors-not-loaded = エラーの一覧を読み込めませんでした。レッスンと用語は検索できます。
learn-card = リファレンスカード

## A list of lessons as a link

learn-list-title = 共有されたレッスンの一覧
learn-list-done = { $count } 件中 { $done } 件完了
learn-list-unknown = リンクに存在しないレッスンが含まれていたため、除きました。
learn-list-all = コース全体を表示
learn-list-make = 先生向け: レッスンの一覧を共有
learn-list-about = レッスンを選ぶと、その一覧を開くリンクができます。順番はコースと同じです。進み具合は、開いた人自身のものだけが表示されます。
learn-list-link = 一覧へのリンク
learn-list-copy = リンクをコピー
learn-list-copied = リンクをコピーしました。
learn-list-none = レッスンを 1 つ以上選んでください。
learn-to-build = 自分のレッスンを作成

## Progress

learn-export = 進捗をエクスポート
learn-import = 進捗をインポート…
learn-imported =
    { $lessons ->
        [0] ファイルにレッスンがありません。進捗はそのままです。
       *[other] { $lessons } 件のレッスンの進捗をインポートしました。
    }
learn-import-unreadable = インポートできませんでした。進捗のファイルではありません。今の進捗はそのままです。
learn-import-newer = インポートできませんでした。新しいバージョンの Dynalab のファイルです。今の進捗はそのままです。ページを再読み込みして、もう一度お試しください。
learn-not-kept = このブラウザーは進捗を保存しません。タブを閉じる前にエクスポートしてください。

## The player

learn-crumb = { $number } { $chapter } · レッスン { $id }
learn-crumb-other = { $number } { $chapter }
learn-chapter-done = この章の { $ready } 件中 { $done } 件完了
learn-loading = レッスンを読み込んでいます…
learn-lesson-missing = このアドレスにレッスンはありません
learn-lesson-missing-lead = まだ公開していないレッスンか、アドレスに誤りがあります。
learn-to-course = レッスンの一覧へ
learn-lesson-not-loaded = レッスンを読み込めませんでした。進捗はそのままです。({ $detail })
learn-not-opened = レッスンの準備ができませんでした。リセットするか、ページを再読み込みしてください。({ $detail })
learn-task = 課題
learn-changed = 完了したあとで、この課題の内容が変わりました。
learn-work = リクエストと結果
learn-use-sample = エディターに入れる
learn-use-design = この設計をエディターに入れる
learn-slider = 数値を変更
learn-undo = 元に戻す
learn-reset = リセット
learn-run = 実行
learn-predict-run = 予想して実行
learn-solution = 解答を見る
learn-solution-in-order = 上から順に実行してください。次のリクエストには前の応答の一部が必要です。実行すると自動で入ります。
learn-skip = スキップ
learn-copy = Markdown でコピー
learn-copied = レッスン、達成条件、実行した内容をコピーしました。
learn-copy-failed = コピーできませんでした。クリップボードへのアクセスを許可して、もう一度お試しください。
learn-share = 作業内容のリンクをコピー
learn-share-copied = リンクをコピーしました。開くと、リクエスト、回答、編集中の内容を含めてこのレッスンが始まります。
learn-share-too-long = コピーできませんでした。作業内容が長すぎてリンクに入りません。Markdown でコピーしてください。
learn-tables = テーブル
learn-diagram = 図
learn-views = 表示の切り替え

learn-bytes-name = 名前
learn-bytes-value = 値
learn-bytes-total = 合計 { $bytes } バイト

## Predict

learn-predict = まず予想する
learn-predict-note = 外れても問題ありません。
learn-your-guess = 予想
learn-engine-says = 実際
learn-other-request = 質問とは別のリクエストを実行しました。

## Questions

learn-questions = 質問

## Goals

learn-goals = 達成条件
learn-par = 目標: { $requests } リクエスト、{ $units } ユニット
learn-goal-open = 未実行
learn-goal-met = 達成
learn-goal-failed = 未達成
learn-goals-met = 達成条件 { $all } 件中 { $met } 件を達成しました。
learn-all-met = すべての達成条件を満たしました。
learn-kind-answer = 応答
learn-kind-state = 状態
learn-kind-plan = 実行計画
learn-kind-units = ユニット
learn-kind-throttles = スロットリング
learn-kind-stream = ストリーム
learn-kind-green = パターン
learn-kind-findings = 指摘
learn-not-checked = 達成条件を確認できませんでした。({ $detail })

## What differs

learn-differs = 直前の実行と達成条件の違い
learn-differs-what = 対象
learn-differs-yours = 今回
learn-differs-goal = 達成条件
learn-differs-item = { $place } の項目
learn-differs-missing-yours = ありません
learn-differs-extra-goal = 不要
learn-differs-attribute = { $place } の { $key }: { $attribute }
learn-differs-absent = なし
learn-differs-order = 応答の { $number } 件目
learn-differs-item-count = { $place } の項目数
learn-differs-response-item = 応答の項目
learn-differs-response-attribute = 応答の { $key }: { $attribute }
learn-differs-response-count = 応答の項目数
learn-differs-step = { $step } · { $operation }
learn-differs-rejected-goal = 成功
learn-differs-succeeded = 成功
learn-differs-scan-yours = { $source } をすべて読み込み
learn-differs-scan-goal = キーで読み込み
learn-differs-source = { $step } · 読み込み先
learn-differs-requests = リクエスト数
learn-differs-items-read = 読み込んだ項目数
learn-differs-items-read-yours = { $read } 件 (返却は { $returned } 件)
learn-differs-read-units = 読み込みユニット
learn-differs-write-units = 書き込みユニット
learn-differs-value = { $at }
learn-differs-not-equal = { $value } 以外
learn-differs-at-least = { $value } 以上
learn-differs-at-most = { $value } 以下
learn-differs-length = 要素が { $count } 個のリスト
learn-differs-contains = { $value } を含む
learn-differs-present = あり
learn-differs-probe = { $operation } による確認
learn-differs-given = 回答: { $question }
learn-differs-given-none = 未回答
learn-differs-given-goal = 別の回答
learn-differs-order-of-steps = ステップの順序 { $order } のあと
learn-differs-throttled = スロットリングされたリクエスト
learn-differs-throttled-yours = { $requests } 件中 { $throttled } 件 ({ $error })
learn-differs-throttled-goal = 1,000 件あたり { $permille } 件以下
learn-differs-pattern-goal = Scan なしで期待どおり
learn-differs-pattern-not-run = 実行できるリクエストがない
learn-differs-pattern-refused = DynamoDB がリクエストを拒否する
learn-differs-pattern-scan = 結果は正しいが Scan を使う
learn-differs-pattern-pages = 最初のページだけを読む
learn-differs-pattern-outcome = 期待したエラーと違う
learn-differs-pattern-result = 結果が違う
learn-differs-finding = 指摘 { $rule }
learn-differs-design = 設計の一部
learn-differs-design-goal = 使える

## Hints

learn-hints = ヒント
learn-hints-note = 直前の実行に合わせて表示
learn-hints-none = まずリクエストを実行してください。実行した内容に合うヒントを表示します。
learn-hints-none-design = まず設計を編集してください。編集した内容に合うヒントを表示します。
learn-hint = { $number } · { $title }

## After success

learn-solved = 完了です。すべての達成条件を満たしました。
learn-why = なぜうまくいくのか
learn-yours = 今回
learn-your-best = 自己ベスト
learn-par-short = 目標
learn-golf-note = 拒否されたリクエストと Dynalab のオペレーションは、リクエスト数に含めません。
learn-units = { $units } ユニット
learn-requests = { $requests } リクエスト
learn-versus = 最初に思いつく方法との比較
learn-versus-attempt = 方法
learn-versus-requests = リクエスト
learn-versus-read = 読み込み
learn-versus-units = ユニット
learn-versus-naive = 最初に思いつく方法
learn-versus-yours = 今回の方法
learn-versus-solution = 解答例
learn-second = もう 1 つの正解
learn-rule = 覚えておくこと
learn-terms = このレッスンの用語
learn-next = 次へ: { $title }
learn-next-none = 公開中のレッスンはここまでです。

## Copied as Markdown

learn-md-goals = 達成条件
learn-md-request = エディターのリクエスト
learn-md-design = 設計のテーブルとリクエスト
learn-md-attempts = 実行した内容
learn-md-no-attempts = まだ何も実行していません。
learn-md-solved = 完了
learn-md-unsolved = 未完了
learn-md-from = Dynalab のレッスン { $id } ({ $address })、{ $state }。

## Tests with the AWS SDK

test-title = AWS SDK でテスト
test-about = テストはサンドボックスで実行されます。リクエストはこのレッスンのテーブルに送られ、達成条件の判定に使われます。
test-code = JavaScript のテスト
test-run = テストを実行
test-stop = 停止
test-reset = 元のテキストに戻す
test-output = テストの出力
test-passed = テストは成功しました。送信したリクエストは { $calls } 件です。
test-timeout = テストが { $seconds } 秒以内に終わりませんでした。
test-stopped = テストを停止しました。

## The page of authors

build-title = レッスン作成
build-lead = レッスンを 1 つのテキストとして書きます。入力中に内容を確認し、エンジンで検証し、学習者の画面で試せます。
build-to-list = コースと、レッスン一覧のリンク作成へ
build-sample = サンプルを読み込む
build-lesson = コースのレッスン
build-lesson-none = レッスンを選択…
build-file = ファイルを開く
build-before = 前のテキストに戻す
build-format = 形式の概要
build-format-sections = セクションは「=== lesson 番号-アドレス」、「=== en」、「=== ja」の 3 つです。9.1 などの番号は自作のレッスンになります。
build-format-facts = セクション「lesson」は JSON です。開始状態、達成条件、ヒント、最初の案、解答例、par を書きます。
build-format-texts = セクション「en」と「ja」は Markdown です。各部分は「# 名前」で始まり、両方に同じ部分が必要です。
build-format-proof = 検証では実際にリクエストを実行します。最初の案は指定の条件で失敗し、解答例はすべての条件を満たす必要があります。
build-format-more = 形式と規則の詳細は、Dynalab のソースにある docs/lessons.md を参照してください。
build-text = 1 つのテキストとしてのレッスン
build-check = 検証する
build-try = 試す
build-stop = 停止
build-reading = テキストを確認中…
build-checking = リクエストを実行中…
build-proof = 検証
build-nothing-yet = ここにレッスンの検証結果が表示されます。サンプルを読み込むか、テキストを入力してください。
build-old = 変更前のテキストの結果です。
build-proved = すべて成立し、レッスンを検証できました。
build-partly = 失敗した検証はありませんが、このページでは実行できない検証があります。
build-read = テキストに問題はありません。「検証する」を押すとリクエストを実行します。
build-failing = { $claims } 件の検証が失敗しました。行を選ぶと、テキスト内の場所を表示します。
build-more = ほかに { $count } 件の問題があります。
build-line = { $line } 行目
build-holds = 成立
build-fails = 失敗
build-not-reached = 未到達
build-not-played = 未検証
build-not-here = ここでは実行不可
build-not-here-why = この手順は関数を起動します。ページ内の検証では関数を実行しません。docs/lessons.md のコマンドで検証できます。
build-claim-sections = テキストにレッスンの 3 つのセクションがあります。
build-claim-facts = セクション「lesson」を読み込むことができ、参照先がすべて存在します。
build-claim-start = 開始状態を開くことができ、その時点では未完了です。
build-claim-naive = 最初の案が指定の条件とエラーで失敗し、ヒントが表示されます。
build-claim-solution = 解答例 { $place } がすべての達成条件を満たします。
build-claim-par = 解答例のいずれかが「par」のリクエスト数とユニット数に一致します。
build-claim-prediction = 予想の答えがエンジンの結果と一致します。
build-claim-english = 英語のテキストにすべての部分があり、規則に従っています。
build-claim-japanese = 日本語のテキストにすべての部分があり、規則に従っています。
build-claim-structure = 両方のテキストが同じ構造です。
build-claim-size = レッスンがファイルの上限に収まります。
build-not-checked = テキストを検証できませんでした: { $detail }
build-cannot-try = まだレッスンを開けません。セクション「lesson」の問題を修正して、もう一度試してください。
build-unchanged = テキストは変更されていません。
build-not-kept = ブラウザーがテキストを保存できません。ファイルに保存してください。
build-trial = 学習者の画面でレッスンを試しています。この内容は保存されません。
build-back = テキストに戻る
build-share = 共有
build-link = リンクを作成
build-save = ファイルに保存
build-link-label = レッスンへのリンク
build-link-copied = リンクをコピーしました。
build-link-long = リンクが長いため、途中で切れることがあります。ファイルのほうが確実です。
build-link-too-long = レッスンが長すぎてリンクにできません。ファイルに保存してください。

## family: learn-kind-
## family: learn-state-
