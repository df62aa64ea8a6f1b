# 図と、テーブルの周りの世界を動かすもの。図のモジュールに入っていて、開いたときに取得されます。
pictures = 図
waiting = 少々お待ちください…
as-a-table = 同じ内容を表で見る

clock = 時計
clock-pause = 時計を止める
clock-1 = 実際の時計と同じ速さ
clock-60 = 1 秒で 1 分進む
clock-3600 = 1 秒で 1 時間進む
clock-hour = 1 時間先へ飛ぶ
clock-two-days = 2 日先へ飛ぶ
clock-of-the-wall = お使いの端末の時計

picture-partitions = パーティション
picture-dials = ダイヤル

dials-about = テーブルを取り巻くすべての遅れと上限です。「即時」では何もなく、「現実的」ではサービスと同じように、シードから引かれます。
profile = プロファイル
profile-instant = 即時
profile-realistic = 現実的
seed = シード
dial = ダイヤル
value = 値

picture-ttl = TTL
now = 現在
switch-on = 有効にする
ttl-is-off = このテーブルでは TTL が無効です。項目の有効期限 (1970 年からの秒数) を持つ属性の名前を指定してください。
ttl-attribute = 属性
ttl-nobody-sweeps = 「即時」では誰も掃除しません。期限切れの項目はいつまでも読めます。実際のサービスは数日以内に削除します。
ttl-sweep = サービスと同じように掃除する
ttl-no-items = 期限のある項目はありません。
ttl-next-sweep = 次の掃除
ttl-far-away = 期限が数千年先です。ミリ秒で書いていませんか?
ttl-valid = 有効
ttl-expired = 期限切れ (まだ読める)
ttl-caption = 期限切れは、消えたという意味ではありません。{ $attribute } は { $status }。期限切れでまだ読める項目は { $expired } 件、掃除済みは { $deleted } 件です (書き込み料金はかかりません)。
ttl-item = 項目
ttl-expires = 期限
ttl-due = 早くて削除
ttl-state = 状態

picture-request = リクエスト
request-none = リクエストを実行すると、その道のりがここに表示されます。
your-code = あなたのコード
router = ルーター
request-read = { $read } 件を読み取り、{ $units } を消費しました。行き先を決めるのはパーティションキーだけです。
request-threw-away = { $read } 件を読み取って課金され、そのうち { $thrown } 件はフィルターで捨てられました ({ $units })。フィルターは読み取りの後に働きます。
request-wrote = { $written } 件を書き込み、追従するインデックスを含めて { $units } を消費しました。
fate-read = 読み取り
fate-thrown-away = 読んで捨てた
fate-missing = 存在しない
fate-written = 書き込み
fate-deleted = 削除
fate-held = 保持中
fate-conflict = 競合
request-place = 場所
request-item = 項目
request-fate = 何が起きたか
request-bytes = バイト
