-- throttles.clear: cleared
delete from throttles
where key = :key
returning "key";

-- throttles.clear: result
with "cleared" as (
  select value ->> 'key' as "key"
  from json_each(:rows of cleared)
)
select "key"
from "cleared";

-- throttles.find
select "failed_at", "waits"
from "throttles"
where "key" = :key;

-- throttles.move: stored
update throttles
set failed_at = :failed_at, waits = :waits, ends_at = :ends_at
where key = :key
  and failed_at = :readFailedAt
  and waits = :readWaits
returning "key";

-- throttles.move: result
with "stored" as (
  select value ->> 'key' as "key"
  from json_each(:rows of stored)
)
select "key"
from "stored";

-- throttles.start: stored
insert into throttles (key, failed_at, waits, ends_at)
values (:key, :failed_at, :waits, :ends_at)
on conflict (key) do nothing
returning "key";

-- throttles.start: result
with "stored" as (
  select value ->> 'key' as "key"
  from json_each(:rows of stored)
)
select "key"
from "stored";
