# テキストとしてのリクエスト。これらの文は、初めて開いたときに取得される editor モジュールに入っている。
editor-label-json = リクエスト (JSON)
editor-label-cli = リクエスト (AWS CLI コマンド)
editor-label-sdk = リクエスト (コード)
editor-label-partiql = リクエスト (PartiQL)
editor-hint = どの形式のリクエストでも貼り付けられます。Esc キーに続けて Tab キーを押すと、エディターの外へ移動します。
editor-tidy = 整形
editor-find = 検索
editor-next = 次へ
editor-previous = 前へ
editor-close = 閉じる
editor-mistakes = 問題
editor-completions = 候補
sdk-language = 言語
copy = コピー
copied = コピーしました。
form-json = JSON
form-cli = AWS CLI
form-javascript = JavaScript (SDK v3)
form-python = Python (boto3)
form-rust = Rust
form-java = Java (SDK 2)
form-go = Go (SDK v2)
form-partiql = PartiQL
recognised = { $form } として読み取りました: { $operation }。
use-placeholder = #{ $word } を使う

completion-member = パラメーター
completion-table = テーブル
completion-index = インデックス
completion-attribute = 属性
completion-placeholder = プレースホルダー
completion-function = 関数
completion-keyword = キーワード
completion-value = 値

script-found = 貼り付けたテキストに { $requests } 件のリクエストがあります。エディターには最初の 1 件が入っています。
script-skipped = スキップしたもの:
script-run = すべて実行
script-leave = 閉じる
script-ran = { $requests } 件のリクエストを実行しました。
script-stopped = { $requests } 件中 { $done } 件を実行しました。{ $place } 件目 ({ $operation }) のエラーで停止しました。{ $why }
offer-design = これはキーの設計です ({ $format })。
offer-open-design = 設計で開く
offer-request = これはリクエストです ({ $form })。
offer-use-request = リクエストとして読み取る
unknown-values = コードのこれらの値は、実行時に決まります。数値、テキスト、または引用符で囲んだテキストを入力してください。
keeps-last = 実行するには、テキストを修正してください。
left-out = ステートメントに含まれないもの: { $names }。
differs-PutItem = INSERT は既存の項目があると失敗しますが、PutItem は置き換えます。
differs-UpdateItem = UPDATE は項目がないと失敗しますが、UpdateItem は作成します。

diagnostic-at = { $line } 行 { $column } 列: { $sentence }
mistake-unfinished = ここに不足があります。
mistake-unclosed = 閉じられていません。
mistake-unexpected = ここには書けません。
mistake-too-deep = 入れ子が深すぎます。
mistake-object-expected = リクエストは波括弧で囲んだオブジェクトです。
mistake-no-request = DynamoDB のリクエストとして読み取れません。JSON、AWS CLI コマンド、SDK のコード、PartiQL のいずれかを貼り付けてください。
mistake-unknown-operation = { $name } というオペレーションはありません。
mistake-wait-not-needed = リクエストは順に実行されるので、待機のコマンドは不要です。
mistake-unknown-member = { $owner } に { $name } というパラメーターはありません。
mistake-unknown-option = { $operation } に { $name } というオプションはありません。
mistake-value-missing = { $name } には値が必要です。
mistake-member-missing = { $name } は必須です。
mistake-known-elsewhere = { $what } の値は実行時に決まります。値そのものを書いてください。
mistake-not-understood = { $what } はここでは解釈できません。
mistake-value-expected =
    { $expected ->
        [text] 文字列が必要です。
        [number] 数値が必要です。
        [boolean] true または false が必要です。
        [bytes] バイナリデータが必要です。
        [list] リストが必要です。
        [map] マップが必要です。
       *[other] { "{" }"S": "文字列"{ "}" } のような、型を付けた属性値が必要です。
    }
mistake-not-one-of = { $value } は { $values } のいずれでもありません。
mistake-mixed-set = セットの要素は、文字列、数値、バイナリのいずれか 1 つの型にそろえます。
mistake-not-base64 = base64 ではありません。
mistake-expression = { $sentence }
mistake-left-out = リクエストの一部ではないため、含めません: { $what }
mistake-reserved-word = { $word } は予約語です。プレースホルダー #{ $word } を使ってください。
mistake-not-defined = { $name } は定義されていません。
mistake-not-used = { $name } は使われていません。

why-not-not-read = 下書きの JSON が完成していません。JSON を修正するか、ここにリクエストを書いてください。
why-not-unknown-operation = { $name } というオペレーションはありません。ここにリクエストを書いてください。
why-not-no-statement = { $operation } に当たる PartiQL ステートメントはありません。ここに書くと、それに置き換わります。
why-not-no-words = PartiQL では { $what } を表せません。
why-not-legacy = { $member } はレガシーパラメーターで、PartiQL に相当するものはありません。
why-not-binary = PartiQL のステートメントにはバイナリ値を直接書けません。パラメーターとして渡してください。
why-not-sort-key-unknown = ORDER BY にはソートキーの名前が必要ですが、リクエストからはどの属性かわかりません。
why-not-broken = リクエストにまだ誤りがあります: { $sentence }
