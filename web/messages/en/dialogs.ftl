# The dialogs that are fetched when one is opened.

palette = Search and commands
palette-label = Find a table, a picture, a request, a command
palette-none = Nothing here has that name.
palette-place = place
palette-table = table
palette-index = index
palette-picture = picture
palette-action = command
palette-request = request
palette-undo = Undo
palette-redo = Redo
palette-new-table = New table
palette-samples = Load a sample
palette-run = Run the request
palette-share = Share
palette-open = Open a file or a link
palette-files = Files in buckets
palette-backup = Backup of everything
palette-new-workspace = New workspace
palette-language = 日本語に切り替える
palette-theme = Switch colours: light, dark, as the system
place-home = Home
place-play = Workbench
place-about = About
