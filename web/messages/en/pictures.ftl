# The pictures and what turns the world around the tables. They are in the pictures module, which a visit fetches when it opens them.
pictures = Pictures
waiting = A moment …
as-a-table = The same as a table

clock = Clock
clock-pause = Stop the clock
clock-1 = As fast as your own clock
clock-60 = A minute in a second
clock-3600 = An hour in a second
clock-hour = Jump an hour ahead
clock-two-days = Jump two days ahead
clock-of-the-wall = your own clock

picture-partitions = Partitions
picture-dials = Dials

dials-about = Every delay and limit around the tables. In the instant profile there are none; in the realistic one they are as the service has them, drawn from the seed.
profile = Profile
profile-instant = Instant
profile-realistic = Realistic
seed = Seed
dial = Dial
value = Value
