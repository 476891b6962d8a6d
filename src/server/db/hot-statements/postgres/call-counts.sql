-- call-counts.count
with "counted" as (
  insert into call_counts (key, calls, ends_at)
  values (:key, 1, :endsAt)
  on conflict (key) do update set calls = case when call_counts.ends_at <= :now or call_counts.ends_at >
      :latestEnd then 1 else call_counts.calls + 1 end, ends_at = case when call_counts.ends_at <= :now or
      call_counts.ends_at > :latestEnd then excluded.ends_at else call_counts.ends_at end
  returning "calls", "ends_at"
)
select "calls", "ends_at"
from "counted";

-- call-counts.uncount
with "counted" as (
  update call_counts
  set calls = calls - 1
  where key = :key
    and calls > 0
  returning "calls"
)
select "calls"
from "counted";
