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
