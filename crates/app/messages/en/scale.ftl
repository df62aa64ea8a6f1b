# The page of the partition lab. It is a part of its own, fetched when the page is first shown.

scale-title = Partition lab
scale-lead = A day of traffic against two designs. See which partition reaches its limit, when, and why.
scale-copy-link = Copy link
scale-link-copied = The link is copied. It contains every input of this page.
scale-link-not-copied = The browser did not permit copying. Copy the address of this page instead.
scale-reset = Reset all inputs
scale-note = The lab computes a statistical model of each second, with the limits of the engine. For tables, requests served and throttled differ by at most 2 % of all requests. All indexes of an entered table have the same key, and each write adds one entry to each; the load of a design has its own keys and entries. The cost of a simulated day has no storage and no free tier.

## Traffic

scale-traffic = Traffic of the day
scale-preset = Example
scale-preset-vote = A vote on live TV (200,000 writes per second)
scale-preset-shop = A shop on sale day
scale-preset-sensors = Sensors, key by day
scale-curve = Requests per second by the hour. Focus a point and use the arrow keys.
scale-curve-caption = At most { $most } requests per second, at { $time }. Focus a point and use the arrow keys to draw your own day.
scale-time = time
scale-per-second = requests per second

## Designs

scale-offered = Table { $table } of the design, in production: { $patterns } access patterns. Keys, units and index entries are those of each pattern.
scale-busiest-share = In the design, { $key } gets { $percent } of the requests to its kind of key. The share of the busiest key of A and of B changes by the same factor. 0 means the share of the design.
scale-offered-month = the design’s load, all tables, with storage
scale-design-a = A · this design
scale-design-b = B · compared with
scale-what-if = What if
scale-what-if-side = Each button makes B a copy of A with one change.
scale-if-shards-10 = 10 shards
scale-if-shards-100 = 100 shards
scale-if-shards-1000 = 1,000 shards
scale-if-warm = 200,000 WCU warm
scale-if-no-index = No index
scale-if-index = One more index
scale-if-keys-only = Project keys only
scale-if-item-1k = Items of 1 KB
scale-if-item-4k = Items of 4 KB
scale-if-scaling = Auto scaling

## Run

scale-running = Simulating both days.
scale-done = { $requests } requests, simulated in { $seconds } s.
scale-canceled = Canceled. The results below are those of the last complete run.
scale-failed = Not simulated: { $detail }
scale-progress = Simulation
scale-cancel = Cancel
scale-again = Run again

## Results

scale-day-a = The day of A
scale-day-b = The day of B
scale-holds = This design serves every request of the day.
scale-nearly = DynamoDB throttles { $share } of the requests, and never 1 % of a minute. Retries serve them.
scale-breaks-index = Breaks at { $time }: one partition of the index reaches 1,000 write units per second. In that minute, DynamoDB throttles { $share } of the writes on the table.
scale-breaks-write = Breaks at { $time }: one partition reaches 1,000 write units per second. In that minute, DynamoDB throttles { $share } of the writes.
scale-breaks-read = Breaks at { $time }: one partition reaches 3,000 read units per second. In that minute, DynamoDB throttles { $share } of the reads.
scale-busiest-key = Its busiest key is { $key }, with { $units } per second. “{ $pattern }” has the most of them.
scale-breaks-peak = Breaks at { $time }: the load is more than twice the previous peak. In that minute, DynamoDB throttles { $share } of the requests.
scale-breaks-provisioned = Breaks at { $time }: the provisioned throughput and the burst capacity are used up. In that minute, DynamoDB throttles { $share } of the requests.
scale-breaks-quota = Breaks at { $time }: the load is above the quota. In that minute, DynamoDB throttles { $share } of the requests.
scale-cure-index = Give the index a key with more values, or leave this index out.
scale-cure-partition = More throughput does not help a hot key. Shard the key, or choose a key with more values.
scale-cure-peak = Set a higher warm throughput before the peak.
scale-cure-provisioned = Provision more, scale earlier, or choose on demand.
scale-cure-quota = Request a higher quota, or use fewer units per request.
scale-of-requests = of requests throttled
scale-partitions = partitions
scale-index-partitions = partitions of an index
scale-this-day = the simulated day
scale-a-month = a month of simulated days
scale-heat-caption = Heat map of the table. { $used } of { $rows } parts of the hash space use more than 10 % of a partition. The busiest partition reaches { $percent } of its limit at { $time }.
scale-index-heat = Heat map of an index.
scale-mark-breaks = breaks at { $time }
scale-mark-busiest = busiest at { $time }
scale-level-0 = below 12 %
scale-level-1 = 12 to 45 %
scale-level-2 = 45 to 75 %
scale-level-3 = 75 to 100 %
scale-hash = hash from
scale-throttled-quarters = quarter hours with throttling
scale-served = served
scale-throttled = throttled
scale-wcu = provisioned WCU
scale-rcu = provisioned RCU
scale-requests-caption = Up to { $most } requests per second. The table begins with { $before } partitions and ends with { $after }.
scale-partitions-caption = Partitions of the table over the day: at most { $most }.
scale-reasons = Requests by result
scale-reason = result or reason of DynamoDB
scale-consumed-wcu = write units consumed
scale-consumed-rcu = read units consumed

## family: scale-number-
## family: scale-choice-
## family: scale-option-

scale-number-peak = Peak requests per second
scale-number-reads = Reads, percent of requests
scale-number-strong = Strongly consistent, percent of reads
scale-number-keys = Number of keys
scale-number-hot = Share of the hot key, percent
scale-number-skew = Exponent of Zipf's law
scale-number-shards = Shards of each key
scale-number-item = Item size, bytes
scale-number-warm-writes = Warm throughput, WCU
scale-number-warm-reads = Warm throughput, RCU
scale-number-wcu = Provisioned WCU (minimum)
scale-number-rcu = Provisioned RCU (minimum)
scale-number-most-wcu = Maximum WCU
scale-number-most-rcu = Maximum RCU
scale-number-target = Target utilization, percent
scale-number-quota = Quota of the table, units per second
scale-number-busiest-share = Share of one key, percent of its requests
scale-number-indexes = Global secondary indexes
scale-number-index-values = Values of the index key
scale-number-entry = Projected bytes of an entry
scale-choice-curve = Curve
scale-choice-region = Region
scale-choice-distribution = Keys
scale-choice-period = Key of the
scale-choice-shard-read = A read gets
scale-choice-mode = Mode
scale-choice-projection = Projection
scale-choice-source = Traffic and keys
scale-option-curve-flat = flat
scale-option-curve-office = office hours
scale-option-curve-evening = evening peak
scale-option-curve-spike = spike at 20:00
scale-option-curve-two-peaks = two peaks
scale-option-curve-drawn = drawn
scale-option-distribution-even = even
scale-option-distribution-zipf = Zipf's law
scale-option-distribution-hot = one hot key
scale-option-distribution-time = time
scale-option-period-day = day
scale-option-period-hour = hour
scale-option-shard-read-all = all shards
scale-option-shard-read-one = one shard
scale-option-mode-on-demand = on demand
scale-option-mode-provisioned = provisioned
scale-option-mode-auto-scaling = auto scaling
scale-option-projection-all = all attributes
scale-option-projection-include = some attributes
scale-option-projection-keys-only = keys only
scale-option-source-described = as entered
scale-option-source-design = load of a design
