-- call-counts.count: counted
insert into call_counts (key, calls, ends_at)
values (:key, 1, :endsAt)
on conflict (key) do update set calls = case when call_counts.ends_at <= :now or call_counts.ends_at >
    :latestEnd then 1 else call_counts.calls + 1 end, ends_at = case when call_counts.ends_at <= :now or
    call_counts.ends_at > :latestEnd then excluded.ends_at else call_counts.ends_at end
returning "calls", "ends_at";

-- call-counts.count: result
with "counted" as (
  select value ->> 'calls' as "calls", value ->> 'ends_at' as "ends_at"
  from json_each(:rows of counted)
)
select "calls", "ends_at"
from "counted";

-- call-counts.uncount: counted
update call_counts
set calls = calls - 1
where key = :key
  and calls > 0
returning "calls";

-- call-counts.uncount: result
with "counted" as (
  select value ->> 'calls' as "calls"
  from json_each(:rows of counted)
)
select "calls"
from "counted";
