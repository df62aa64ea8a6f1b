# What the home page says and what stands around every page, in English. The Japanese file has the same names; a test compares the two.

## The shell

skip-to-content = Skip to content
navigation = Main
place-home = Home
place-play = Workbench
place-about = About
title-home = Dynalab: DynamoDB in a browser tab
title-play = Workbench · Dynalab
title-about = About · Dynalab
title-not-found = No such page · Dynalab
palette = Search and commands
theme-switch = Colours: { $theme }. Switch.
theme-system = System
theme-light = Light
theme-dark = Dark
close = Close
cancel = Cancel
reload = Reload the page
loading = Loading …
foot-private = Everything stays in this browser.
foot-not-affiliated = Dynalab is an independent project, not affiliated with AWS.
not-found-title = There is nothing at this address
not-found-lead = The link may be old, or a letter is missing. Your tables are where they were.
not-found-home = Go to the home page

## What is kept

storage-title = What is kept
storage-starting = Starting …
storage-stopped = Stopped
storage-saved = Saved
storage-full = Storage full
storage-failing = Not saving
storage-unreadable = Store not readable
storage-follower = Read only
storage-memory = Nothing kept
storage-sentence =
    Your tables are kept in this browser (IndexedDB) and survive a reload. At the start, { $items ->
        [0] nothing was stored yet
        [one] one item was read in { $ms } ms
       *[other] { $items } items were read in { $ms } ms
    }.
durability-title = When is a write acknowledged?
durability-strict = Strict.
durability-strict-about = When it is on the disk. Safe against a power failure.
durability-relaxed = Relaxed.
durability-relaxed-about = When the operating system has it. Faster; a power failure may cost the last moments.
delete-everything = Delete all my tables
delete-everything-question = All tables of this workspace and everything in them will be gone. There is no way back.
delete-everything-yes = Delete everything
banner-follower = Another tab is writing. This one shows the same tables and follows along, but cannot change them.
take-over = Write here instead
banner-memory-only = This browser does not let the page store anything (a private window, or storage is blocked). Everything works, and nothing is kept after you close the tab.
banner-storage-full = The browser has no room left. Nothing that was acknowledged is lost and reading goes on; writes are refused, deleting here too, until there is room. Free space on the device or clear what other sites have stored.
banner-storage-failing = The browser's storage does not answer as it should. Nothing that was acknowledged is lost; writes are refused meanwhile. ({ $detail })
banner-storage-unreadable = What is stored here cannot be read by this version. It is left untouched; what you do now is kept in memory only. ({ $detail })
banner-engine-stopped = The engine cannot be started. Your stored tables are untouched. If Dynalab has just been updated, a reload brings the page and its engine together.
notice-engine-restarted = The engine stopped unexpectedly and was restarted from what is stored. A write that was under way may or may not have been kept: read it back.
notice-sample-loaded =
    { $items ->
        [one] “{ $name }” is loaded: one item.
       *[other] “{ $name }” is loaded: { $items } items.
    }
notice-fetch-failed = A file of this site could not be fetched. ({ $detail })
refusal-not-writer = Not done: another tab is writing. Take over to write here.
refusal-storage-full = Not done: the browser has no room left. The tables are as they were before this request.
refusal-storage-failed = Not done: the browser's storage refused. The tables are as they were before this request. ({ $detail })
refusal-unreadable = Not done: what is stored cannot be read by this version, and is not overwritten. ({ $detail })
refusal-needs-complete-engine = Not done: this needs a part of the engine that could not be fetched. Try again when you are online.
refusal-restarted = The engine was restarted before this was answered. A write may or may not have been kept: read it back.
refusal-bad-request = Not done: the engine could not make sense of the message. ({ $detail })

## Workspaces

keep-copy = Keep this copy
banner-visiting = You are looking at a copy. Change it as you like; nothing is kept.
notice-workspace-deleted = Another tab has deleted the workspace that was open here.

## Home

home-title = DynamoDB, running in this tab
home-lead = The table below is live: a real engine, answering real requests. Nothing leaves the page.
take-this-table = Take this table
open-your-table = Open your copy
recent-work = Your tables
doors = Where to go
door-play = Workbench
door-play-text = Make tables, load a sample, send requests as a form or as JSON, and see what each one read and what it cost.
door-about = What this is
door-about-text = What is faithful to DynamoDB, what is simulated, where the limits are, and what happens to your data.
last-request = Last request
demo-first = The first request is on its way.
demo-failed = The live table could not be loaded. ({ $detail })
demo-controls = Traffic
demo-pause = Pause
demo-resume = Resume
demo-step = Step
demo-sums =
    { $requests ->
        [one] One request
       *[other] { $requests } requests
    } · { $read } RCU · { $write } WCU
item = Item
size = Size
index-count =
    { $indexes ->
        [0] no index
        [one] one index
       *[other] { $indexes } indexes
    }

## Workbench: tables

item-count =
    { $items ->
        [one] one item
       *[other] { $items } items
    }

## Opening what somebody handed on

open-design = Open a file or link
open-drop = or drop a file anywhere on this page
arrival-untitled = A shared design

## Workbench: items

items = Items
table-facts =
    { $items ->
        [one] one item
       *[other] { $items } items
    } · { $size }

## Workbench: result

no-trace = No trace for this request.
cost-items =
    { $items ->
        [one] item
       *[other] items
    }
cost-read = read
cost-thrown-away = thrown away
spoken-result =
    { $items ->
        [0] { $operation } done, no items.
        [one] { $operation } done, one item.
       *[other] { $operation } done, { $items } items.
    }

## The trace

trace-received = { $operation } arrives and is decoded.
trace-planned-one-item = Plan: one item of { $source }, straight by its key { $key }.
trace-planned-query = Plan: query { $source }, partition { $key }. Sort key: { $condition }. Order: { $order }.
trace-planned-scan =
    { $segments ->
        [1] Plan: scan all of { $source }.
       *[other] Plan: scan { $source }, in { $segments } segments.
    }
trace-planned-batch = Plan: { $count } parts, one after the other.
trace-routed = The hash of the partition key, { $hash }, leads to partition { $partition } of { $table }.
trace-read = Read { $key } in { $source }: { $size } B.
trace-read-missing = Nothing at { $key } in { $source }.
trace-filtered-out = { $key } does not pass the filter: read, paid for, thrown away.
trace-page-ended =
    { $reason ->
        [limit] The page ends at its limit: { $evaluated } read, { $returned } returned.
        [size] The page ends at 1 MB: { $evaluated } read, { $returned } returned.
       *[other] The page ends with the data: { $evaluated } read, { $returned } returned.
    }
trace-condition-held = The condition holds: { $condition }
trace-condition-failed = The condition does not hold: { $condition }. Decided by: { $decided }
trace-wrote-new = New item { $key } in { $table }: { $size } B.
trace-wrote-changed = { $key } in { $table } changed: { $before } B before, { $after } B now.
trace-deleted = { $key } deleted from { $table }: { $size } B.
trace-index-put = Index { $index } gets an entry for { $key }: { $size } B.
trace-index-deleted = Index { $index } loses its entry for { $key }: { $size } B.
trace-planned-no-read = Plan: nothing has to be read.
trace-indexes-scheduled =
    { $delay ->
        [0] The global indexes of { $table } follow at once.
       *[other] The global indexes of { $table } follow in { $delay } ms.
    }
trace-transaction-prepared = Prepared: { $action } of { $key } in { $table } can be done. The item is held until the end.
trace-transaction-conflict = Another request is changing { $key } in { $table }.
trace-transaction-committed =
    { $count ->
        [1] The transaction is done: one item.
       *[other] The transaction is done: all { $count } items at once.
    }
trace-transaction-cancelled = The transaction is cancelled. Item by item: { $reasons }.
trace-table-created = Table { $table } is there.
trace-table-changed = Table { $table } is changed.
trace-table-dropped = Table { $table } is gone.
trace-charged = Charged to { $owner }: { $units } { $unit }.
trace-rejected = Refused: { $error }. { $message }
trace-responded = The answer leaves: { $size } B of JSON.
sort-test-any = any
order-ascending = ascending
order-descending = descending

## Why did I get this error?

error-page = What this error means
explain-condition-failed = The item was not as your condition demands, so nothing was written. The attempt still costs write units.
explain-transaction-cancelled = All or nothing: one part failed, so no part was written. The list below has one reason for each part, in order.
explain-transaction-conflict = Another request was changing the same item at this moment. Try again.
