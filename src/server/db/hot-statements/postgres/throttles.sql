-- throttles.clear
with "cleared" as (delete from throttles where key = :key returning "key")
select "key"
from "cleared";

-- throttles.find
select "failed_at", "waits"
from "throttles"
where "key" = :key;

-- throttles.move
with "stored" as (
  update throttles
  set failed_at = :failed_at, waits = :waits, ends_at = :ends_at
  where key = :key
    and failed_at = :readFailedAt
    and waits = :readWaits
  returning "key"
)
select "key"
from "stored";

-- throttles.start
with "stored" as (
  insert into throttles (key, failed_at, waits, ends_at)
  values (:key, :failed_at, :waits, :ends_at)
  on conflict (key) do nothing
  returning "key"
)
select "key"
from "stored";
