# 開いたときに読み込まれるダイアログ。

palette = 検索とコマンド
palette-label = テーブル、図、リクエスト、コマンドを探す
palette-none = その名前のものはありません。
palette-place = 場所
palette-table = テーブル
palette-index = インデックス
palette-picture = 図
palette-action = コマンド
palette-request = リクエスト
palette-undo = 元に戻す
palette-redo = やり直す
palette-new-table = 新しいテーブル
palette-samples = サンプルを読み込む
palette-run = リクエストを実行
palette-share = 共有
palette-open = ファイルかリンクを開く
palette-files = バケットのファイル
palette-backup = すべてのバックアップ
palette-new-workspace = 新しいワークスペース
palette-language = Switch to English
palette-theme = 配色を切り替える: ライト、ダーク、システム
place-home = ホーム
place-play = ワークベンチ
place-about = このアプリについて
