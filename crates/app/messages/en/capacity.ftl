# The page of the capacity calculators. It is a part of its own, fetched when the page is first shown.

calc-title = Capacity
calc-lead = The arithmetic that the engine charges by, step by step. Change any number. Every input is in the link.
calc-copy-link = Copy link
calc-link-copied = The link is copied. It contains every input of this page.
calc-link-not-copied = The browser did not permit copying. Copy the address of this page instead.
calc-reset = Reset all inputs
calc-sections = Calculators
calc-csv = Download CSV
calc-table = Show as a table
calc-no-price = no price known

## Conventions

calc-conventions = Conventions
calc-conventions-side = The tools of AWS differ by up to 7.4 %.
calc-preset = Preset
calc-preset-price-page = AWS price page
calc-preset-mcp = MCP calculator
calc-preset-skill = agent skill
calc-preset-mcp-about = This calculator charges one index write for a new index key. It rounds a Query of several pages once. DynamoDB and Dynalab charge both index entries, and each page.
calc-preset-skill-about = This calculator guesses an index entry: 30 % of the item for INCLUDE, 10 % for KEYS_ONLY. Dynalab uses the size that you enter or measure.
calc-choice-section = Calculator
calc-option-section-item-size = Item size
calc-option-section-units = Units
calc-option-section-partitions = Partitions
calc-option-section-price = Mode and price
calc-option-section-scaling = Auto scaling
calc-choice-region = Region
calc-choice-month = Month
calc-option-month-730 = 730 h
calc-option-month-30-5 = 30.5 days
calc-option-month-30 = 30 days
calc-choice-gigabyte = GB
calc-option-gigabyte-binary = 1,024³ bytes
calc-option-gigabyte-decimal = 10⁹ bytes
calc-choice-kb = KB of an item
calc-option-kb-1024 = 1,024
calc-option-kb-1000 = 1,000
calc-choice-free-tier = Free tier
calc-option-free-tier-on = on
calc-option-free-tier-off = off

## Item size

calc-item-title = Your item
calc-item-of-table = Use the first item of a table
calc-item-none = The table { $table } has no items yet. Add an item, or paste one.
calc-item-paste = Item as DynamoDB JSON or plain JSON
calc-item-not-json = This is not JSON: line { $line }, column { $column }. Fix it to see the bytes.
calc-item-not-object = An item is a JSON object with attributes. Paste an object.
calc-item-bad-value = An attribute has a value that DynamoDB does not accept. Check its type and its value.
calc-item-bad-number = The number { $number } of { $attribute } is outside the range of DynamoDB.
calc-vectors = Attributes that a vector index reads, separated by commas
calc-item-operations = Units of each operation
calc-bytes = bytes
calc-of-400-kb = of 400 KB
calc-item-left = { $left } bytes are left until the limit of 409,600 bytes.
calc-item-too-large = The item is { $over } bytes too large. DynamoDB rejects it.
calc-item-charged = Writes are charged for { $bytes } bytes: each dimension of an indexed vector counts 4 bytes.
calc-operation = operation
calc-units = units
calc-read-eventual = Read, eventually consistent
calc-read-strong = Read, strongly consistent
calc-read-transaction = Read in a transaction
calc-write-one = Put or update
calc-write-transaction = Write in a transaction
calc-delete = Delete
calc-item-take = Use this size in all calculators
calc-item-bytes = Bytes by attribute
calc-item-names-count = attribute names count
calc-attribute = attribute
calc-type = type
calc-name-bytes = name
calc-value-bytes = value
calc-overhead-bytes = overhead
calc-all-bytes = bytes
calc-item-caption = { $bytes } bytes, { $names } of them in names. Storage is billed for { $stored } bytes, because DynamoDB adds 100 bytes to each item.
calc-legend-names = names
calc-legend-values = values
calc-names-title = Shorter names
calc-names-caption = Names of at most { $most } bytes save { $saved } bytes of each item. At this load that is { $usd } per month on demand.
calc-of-a-month = of a month
calc-now = now
calc-shorter = shorter
calc-saved-usd = saved
calc-stored-gb = Stored GB
calc-read-units-second = Read units per second
calc-write-units-second = Write units per second

## Units

calc-request-title = One request
calc-steps-title = Step by step
calc-step-what = part
calc-step-divide = divide
calc-step-round = round up
calc-step-times = times
calc-step-item = item
calc-step-page = results page
calc-step-index = index entry
calc-step-total = request
calc-per-request = { $unit } per request
calc-per-second = { $unit } per second
calc-per-month-on-demand = per month on demand, all day
calc-remark-trim = Remove { $bytes } bytes, and each item needs one step less.
calc-rule-get = A missing item is charged as the smallest one. Attributes that you do not request are charged too.
calc-rule-query = Query and Scan add up all items of a results page, then round up once. Filtered items are charged too.
calc-rule-batch = A batch charges each item by itself, as single requests do.
calc-rule-transaction = A transaction charges the table twice, even if it is canceled. Index entries are charged once.
calc-rule-write = A write charges the larger of the sizes before and after. A failed condition charges the same.
calc-rule-delete = A delete charges the size of the deleted item. Deleting a missing item charges 1 WCU.
calc-examples-title = Worked examples
calc-example-read-4-5 = 1,000 strongly consistent reads of 4.5 KB per second: 2,000 RCU
calc-example-read-8 = 100 eventually consistent reads of 8 KB per second: 100 RCU
calc-example-write-2-5 = 1,000 writes of 2.5 KB per second: 3,000 WCU
calc-example-write-3 = 50 writes of 3 KB per second: 150 WCU
calc-example-batch-3 = A batch that reads 10 items of 3 KB: 5 RCU
calc-example-query = A Query of 100 items of 100 bytes: 1.5 RCU
calc-example-put-310 = A put of 310 KB over 300 KB: 310 WCU
calc-example-transaction = A transaction that writes 3 items of 2 KB: 12 WCU
calc-load-title = Your load
calc-index-wcu = WCU of indexes
calc-partitions-published = partitions, published formula
calc-per-month-all-day = per month on demand, all day
calc-offered-bill = Bill of the design’s load in production: { $usd } per month, with each table in its own mode. The design page shows the same amount.
calc-offered-none = This link has no load of a design. Open the page from a checked design.
calc-offered-too-long = The load of this design has { $bytes } bytes, and a link carries at most { $most }. The design page shows its bill and its busiest keys.
calc-offered-damaged = The load of a design in this link can’t be read: { $reason }. Open the page from the checked design again.
calc-offered-pattern = Access pattern
calc-offered-average = Per second, average
calc-offered-peak = Per second, peak
calc-offered-sample = RCU in the sample
calc-offered-reads = RCU in production
calc-offered-writes = WCU in production
calc-load-caption = Each read gets one item. Each write rewrites one item and its index entries.
calc-to-partitions = Use this load for partitions
calc-choice-operation = Operation
calc-choice-consistency = Consistency
calc-option-consistency-eventual = eventually consistent
calc-option-consistency-strong = strongly consistent
calc-choice-entry-change = Index entry
calc-option-entry-change-replaced = changed
calc-option-entry-change-added = added
calc-option-entry-change-removed = removed
calc-option-entry-change-moved = new key
calc-option-entry-change-unchanged = unchanged

## Partitions

calc-partitions-title = Table
calc-partitions-count = partitions
calc-partitions-given = The number of partitions is your input. Set it to 0 to calculate it.
calc-partitions-result = The formula gives this number. DynamoDB does not report it.
calc-formula-title = The published formula, until about 2018
calc-formula-what = part
calc-formula-sum = arithmetic
calc-formula-result = result
calc-formula-throughput = Partitions for throughput
calc-formula-size = Partitions for size (GB)
calc-formula-reads-each = RCU of each partition
calc-formula-writes-each = WCU of each partition
calc-formula-gb-each = GB of each partition
calc-formula-most = { $partitions } partitions serve at most { $reads } RCU and { $writes } WCU, and store { $gb } GB.
calc-formula-lacks = A partition never serves more than 3,000 RCU and 1,000 WCU. These partitions cannot serve the load.
calc-formula-caption = The larger number counts, rounded up. Dynalab limits reads and writes of a partition separately.
calc-hot-title = One hot key
calc-hot-side = 10 simulated minutes
calc-era-then = Fixed shares (until about 2018)
calc-era-today = Today
calc-partition = partition
calc-demand = demand
calc-limit = limit
calc-above = above the limit
calc-hot-served = all { $served } { $unit } per second are served.
calc-hot-throttled = DynamoDB throttles { $throttled } { $unit } per second on average, from second { $second } on. It serves { $served }.
calc-today-title = What happens today
calc-fact-limit = Limit of a partition
calc-fact-limit-about = 3,000 RCU and 1,000 WCU per second, and 10 GB. One key is in one partition, so more capacity does not help a hot key.
calc-fact-adaptive = Adaptive capacity
calc-fact-adaptive-about = A busy partition uses what the others leave, at once, up to the limit of a partition.
calc-fact-burst = Burst capacity
calc-fact-burst-about = Unused capacity is kept for { $seconds } seconds: up to { $reads } read units and { $writes } write units. It is not guaranteed.
calc-fact-split = Split for heat
calc-fact-split-about = A partition that stays hot is split between items. A single item cannot be split, nor a table with a local index within one key.
calc-fact-on-demand = On demand
calc-fact-on-demand-about = A new table serves { $reads } reads and { $writes } writes per second, then up to twice its previous peak.
calc-fact-warm = Warm throughput
calc-fact-warm-fits = A new on-demand table serves this load at once.
calc-fact-warm-raise = A new on-demand table does not serve this load at once. Raise its warm throughput before the peak.
calc-quota = The default quota of a table is { $units } units per second. Request a higher quota.
calc-choice-partition-mode = Capacity mode
calc-option-partition-mode-provisioned = provisioned
calc-option-partition-mode-on-demand = on demand
calc-choice-kind = Kind
calc-option-kind-writes = writes
calc-option-kind-reads = reads

## Mode and price

calc-prices-of = prices of { $date }, { $region }
calc-traffic-title = Traffic of a day
calc-curve = Share of the peak by the hour. Drag a point, or use the arrow keys.
calc-curve-caption = On average { $average } of the peak. Drag the line, or focus a point and use the arrow keys.
calc-hour = hour
calc-of-peak = % of the peak
calc-modes-title = Modes compared
calc-mode = mode
calc-per-month = per month
calc-doubtful = doubtful
calc-without-price = without a price
calc-serves = serves
calc-serves-all = serves 100 %
calc-throttles = throttles up to { $share }, { $minutes ->
    [one] one minute a day
   *[other] { $minutes } minutes a day
}
calc-upfront = paid upfront
calc-reserved-fixed = { $mode }, fixed units
calc-reserved-scaling = { $mode }, with auto scaling
calc-modes-best = { $mode } costs least: { $usd } per month.
calc-modes-incomplete = Each mode lacks a price that another one has. Enter it in the price book to compare them.
calc-modes-caption = A mode that throttles never counts as the cheapest. Reserved capacity covers blocks of 100 provisioned units; units above them cost the hourly price. It is combined with fixed units or with auto scaling, whichever costs less and serves the load. Auto scaling follows the settings of "Auto scaling". Throttled requests are not charged. The free tier does not cover requests on demand.
calc-break-even-title = On demand or provisioned
calc-break-even-none = A price is missing, or there is no load. Enter the price in the price book.
calc-break-even-caption = Your traffic uses { $now } of its peak. On demand costs { $on_demand } and provisioned { $provisioned } per month. Above { $even }, provisioned costs less. At full use, on demand costs { $ratio } times as much.
calc-average-use = average use
calc-bill-title = Price per month
calc-line = part
calc-arithmetic = arithmetic
calc-source = confidence
calc-usd = USD
calc-free = { $free } of it free
calc-blocks = { $blocks } blocks of 100 × (upfront payment by the month + ${ $hour } per hour)
calc-bill-doubtful = { $doubtful } of { $total } is doubtful ({ $share }): from a secondary source, or not verified. Prices of { $date }. You can edit each price in the price book.
calc-bill-sure = Every price in this total is from a price list or from you. Prices of { $date }.
calc-bill-missing = Not in the total, because no price is known: { $names }.
calc-bill-follows = The provisioned units follow the settings of "Auto scaling".
calc-bill-upfront = Upfront payment for the whole term: { $usd }. The bill has { $month } of it per month.
calc-extras-title = Everything else
calc-extras-summary = Replicas, backups, files, streams, vectors, DAX, transfer
calc-extras-caption = Replicas are billed at the prices of this Region. Search bytes of vectors vary between searches: no tool of AWS predicts them.
calc-replication-about = Multi-Region strong consistency has exactly three Regions: 2 replicas, or 1 and a witness. No source has its price.
calc-sensitivity-title = What the bill depends on
calc-input = input
calc-sensitivity-caption = { $input } matters most: the bars show the change of the bill if an input changes by { $change } %.
calc-book-title = Price book
calc-book-summary = { $prices } prices of { $date }
calc-book-caption = Change a price to use your own. Clear the field if you do not know it: the price is then left out by name.
calc-book-original = Restore all prices
calc-price = price
calc-unit = unit
calc-sources = source
calc-choice-shape = Shape
calc-option-shape-office = office hours
calc-option-shape-flat = flat
calc-option-shape-evening = evening
calc-option-shape-spike = spike at 9:00
calc-option-shape-hourly = every hour
calc-option-shape-night = night batch
calc-option-shape-drawn = drawn
calc-choice-class = Table class
calc-option-class-standard = Standard
calc-option-class-infrequent = Standard-IA
calc-choice-load = Load as
calc-option-load-requests = requests
calc-option-load-units = capacity units
calc-option-load-design = load of a design
calc-choice-mode = Bill for
calc-option-mode-on-demand = On demand
calc-option-mode-provisioned = Provisioned
calc-option-mode-auto-scaling = Auto scaling
calc-option-mode-reserved-1y = Reserved, 1 year
calc-option-mode-reserved-3y = Reserved, 3 years
calc-choice-replication = Replicas are
calc-option-replication-eventual = eventually consistent
calc-option-replication-strong = strongly consistent
calc-choice-pitr = Point-in-time recovery
calc-option-pitr-off = off
calc-option-pitr-on = on
calc-choice-savings-plan = Database Savings Plan
calc-option-savings-plan-off = no
calc-option-savings-plan-on = yes
calc-choice-insights = Contributor Insights
calc-option-insights-off = off
calc-option-insights-on = on
calc-choice-dax-node = DAX node
calc-option-dax-node-t3-small = dax.t3.small
calc-option-dax-node-t3-medium = dax.t3.medium
calc-option-dax-node-r4-large = dax.r4.large
calc-option-dax-node-r5-large = dax.r5.large

## Auto scaling

calc-scaling-title = Settings and load
calc-day-title = The day
calc-throttled = throttled
calc-average-provisioned = { $unit } provisioned on average
calc-peak-provisioned = { $unit } provisioned at most
calc-changes = changes per day
calc-same-on-demand = the same on demand, per month
calc-scaling-rules = Two minutes above the target raise the capacity. Fifteen minutes 20 % below it lower the capacity. 4 decreases per day need no wait, then one per hour.
calc-time = time
calc-served = served
calc-provisioned = provisioned
calc-throttled-units = throttled
calc-burst = burst capacity left
calc-day-throttled = DynamoDB throttles { $units } { $unit } of the day, first at { $time }. The line is the provisioned capacity.
calc-day-served = All { $units } { $unit } of the day are served. The line is the provisioned capacity.
calc-suggestions-title = Better settings
calc-target = target
calc-minimum = minimum
calc-suggestion = Target { $target } % and minimum { $floor }: { $share } throttled, { $usd } per month.
calc-suggestion-take = Use these settings
calc-suggestion-none = No other target or minimum throttles less for less money.
calc-suggestions-caption = Each row is the same day with another target and minimum: least throttled first, then the price.
calc-settings-title = As commands
calc-settings-caption = The settings for a table "Orders". Global indexes need the same settings of their own.
calc-choice-scale-in = Scale in
calc-option-scale-in-on = on
calc-option-scale-in-off = off

## Measured figures

calc-measured-title = Start from your own tables
calc-measured-table = Table
calc-measured-lead = The items of a table and the last 200 requests of this tab fill every calculator.
calc-measured-no-tables = This workspace has no tables yet. Load a sample in the workbench, or use a key design.
calc-measured-design = Use a key design
calc-measured-sizes = { $items ->
    [one] 1 item, { $bytes }.
   *[other] { $items } items, { $bytes }. An item has { $item } bytes on average.
}
calc-measured-indexes = { $indexes ->
    [one] Its index has { $bytes }, { $entry } bytes for an entry on average.
   *[other] Its { $indexes } indexes have { $bytes }, { $entry } bytes for an entry on average.
}
calc-measured-mix = { $requests ->
    [one] 1 request of this tab consumed { $reads } RCU, { $writes } WCU of the table and { $indexes } WCU of its indexes.
   *[other] { $requests } requests of this tab consumed on average { $reads } RCU, { $writes } WCU of the table and { $indexes } WCU of its indexes each.
}
calc-measured-no-requests = No request of this tab consumed capacity of this table. Only the sizes are filled in. Run requests in the workbench to measure them.
calc-measured-take = Use these figures
calc-measured-kind = request
calc-measured-requests = requests
calc-measured-units = units each
calc-measured-share = share of cost
calc-measured-month = Such requests cost about { $usd } per month on demand, and with 95 % confidence between { $least } and { $most }.
calc-measured-month-one = Such requests cost { $usd } per month on demand. With more requests, the range is shown too.

## Numbers

calc-number-name-bytes = Longest name (bytes)
calc-number-stored-items = Stored items
calc-number-item-kb = Item size (KB)
calc-number-before-kb = Item size before (KB)
calc-number-items = Items per request
calc-number-request-rate = Requests per second
calc-number-indexes = Global indexes written
calc-number-entry-kb = Index entry size (KB)
calc-number-reads = Reads per second, peak
calc-number-strong = of them strongly consistent (%)
calc-number-writes = Writes per second, peak
calc-number-read-units = RCU per second, peak
calc-number-write-units = WCU per second, peak
calc-number-index-units = WCU of indexes per second, peak
calc-number-times = Times as many items
calc-number-mix-rate = Such requests per second, peak
calc-number-gb = Table (GB)
calc-number-index-gb = Indexes (GB)
calc-number-partition-reads = RCU
calc-number-partition-writes = WCU
calc-number-partition-gb = Data (GB)
calc-number-partitions = Partitions (0 = calculate)
calc-number-hot-percent = Share of the hottest key (%)
calc-number-headroom = Headroom when provisioned (%)
calc-number-replicas = Replicas in other Regions
calc-number-backup-warm = On-demand backups, warm (GB)
calc-number-backup-cold = Backups, cold (GB)
calc-number-restore-warm = Restored from warm (GB)
calc-number-restore-cold = Restored from cold (GB)
calc-number-export-full = Full exports to S3 (GB)
calc-number-export-incremental = Incremental exports (GB)
calc-number-import = Imports from S3 (GB)
calc-number-bulk-put = Bulk put (GB)
calc-number-streams = Stream reads, GetRecords (million)
calc-number-kinesis = Changes to Kinesis, 1 KB each (million)
calc-number-vector-storage = Vector indexes (GB)
calc-number-vector-write = Written to vector indexes (GB)
calc-number-vector-search = Searched in vector indexes (GB)
calc-number-dax-nodes = DAX nodes
calc-number-transfer-out = Data transfer out (GB)
calc-number-transfer-regions = Data transfer to other Regions (GB)
calc-number-warm-units = Warm throughput raised by (units)
calc-number-sensitivity = Change of each input (%)
calc-number-target = Target utilization (%)
calc-number-minimum = Minimum units
calc-number-maximum = Maximum units
calc-number-out-cooldown = Scale-out cooldown (s)
calc-number-in-cooldown = Scale-in cooldown (s)
calc-number-change-seconds = Time of a change (s)

## Parts of a bill

calc-line-of-reads = Reads
calc-line-of-writes = Writes
calc-line-of-index-writes = Index writes
calc-line-of-replicated-writes = Replicated writes
calc-line-of-strong-replicated-writes = Strongly consistent replicated writes
calc-line-of-reserved-reads = Reserved read capacity
calc-line-of-reserved-writes = Reserved write capacity
calc-line-of-savings-plan = Database Savings Plan
calc-line-of-storage = Table storage
calc-line-of-index-storage = Index storage
calc-line-of-vector-storage = Vector index storage
calc-line-of-pitr = Point-in-time recovery
calc-line-of-backup-warm = Backups, warm
calc-line-of-backup-cold = Backups, cold
calc-line-of-restore-warm = Restore from warm
calc-line-of-restore-cold = Restore from cold
calc-line-of-export-full = Full exports
calc-line-of-export-incremental = Incremental exports
calc-line-of-import = Imports
calc-line-of-bulk-put = Bulk put
calc-line-of-streams = Stream reads
calc-line-of-kinesis = Changes to Kinesis
calc-line-of-vector-write = Vector writes
calc-line-of-vector-search = Vector searches
calc-line-of-dax = DAX
calc-line-of-transfer-out = Data transfer out
calc-line-of-transfer-regions = Data transfer to other Regions
calc-line-of-contributor-insights = Contributor Insights
calc-line-of-warm-throughput = Warm throughput

## Prices

calc-price-of-reads-on-demand = Reads on demand
calc-price-of-writes-on-demand = Writes on demand
calc-price-of-replicated-writes-on-demand = Replicated writes on demand
calc-price-of-ia-reads-on-demand = Reads on demand, Standard-IA
calc-price-of-ia-writes-on-demand = Writes on demand, Standard-IA
calc-price-of-ia-replicated-writes-on-demand = Replicated writes on demand, Standard-IA
calc-price-of-strong-replicated-writes-on-demand = Strongly consistent replicated writes on demand
calc-price-of-read-hour = Provisioned reads
calc-price-of-write-hour = Provisioned writes
calc-price-of-replicated-write-hour = Provisioned replicated writes
calc-price-of-ia-read-hour = Provisioned reads, Standard-IA
calc-price-of-ia-write-hour = Provisioned writes, Standard-IA
calc-price-of-ia-replicated-write-hour = Provisioned replicated writes, Standard-IA
calc-price-of-strong-replicated-write-hour = Provisioned strongly consistent replicated writes
calc-price-of-reserved-reads-1y-upfront = Reserved reads, 1 year, upfront
calc-price-of-reserved-reads-1y-hour = Reserved reads, 1 year, hourly
calc-price-of-reserved-writes-1y-upfront = Reserved writes, 1 year, upfront
calc-price-of-reserved-writes-1y-hour = Reserved writes, 1 year, hourly
calc-price-of-reserved-reads-3y-upfront = Reserved reads, 3 years, upfront
calc-price-of-reserved-reads-3y-hour = Reserved reads, 3 years, hourly
calc-price-of-reserved-writes-3y-upfront = Reserved writes, 3 years, upfront
calc-price-of-reserved-writes-3y-hour = Reserved writes, 3 years, hourly
calc-price-of-savings-plan = Database Savings Plan, discount (%)
calc-price-of-storage = Storage
calc-price-of-ia-storage = Storage, Standard-IA
calc-price-of-vector-storage = Vector index storage
calc-price-of-pitr = Point-in-time recovery
calc-price-of-backup-warm = Backups, warm
calc-price-of-backup-cold = Backups, cold
calc-price-of-restore-warm = Restore from warm
calc-price-of-restore-cold = Restore from cold
calc-price-of-export-full = Full exports
calc-price-of-export-incremental = Incremental exports
calc-price-of-import = Imports
calc-price-of-bulk-put = Bulk put
calc-price-of-streams = Stream reads
calc-price-of-kinesis = Changes to Kinesis
calc-price-of-vector-write = Vector writes
calc-price-of-vector-search = Vector searches
calc-price-of-ia-vector-write = Vector writes, Standard-IA
calc-price-of-ia-vector-search = Vector searches, Standard-IA
calc-price-of-dax-t3-small = DAX, dax.t3.small
calc-price-of-dax-t3-medium = DAX, dax.t3.medium
calc-price-of-dax-r4-large = DAX, dax.r4.large
calc-price-of-dax-r5-large = DAX, dax.r5.large
calc-price-of-transfer-out = Data transfer out
calc-price-of-transfer-regions = Data transfer to other Regions
calc-price-of-contributor-insights = Contributor Insights
calc-price-of-warm-throughput = Warm throughput

calc-trust-edited = your price
calc-trust-high = price list
calc-trust-medium = secondary source
calc-trust-low = not verified
calc-trust-none = no price

## family: calc-number-
## family: calc-choice-
## family: calc-option-
## family: calc-line-of-
## family: calc-price-of-
## family: calc-trust-
