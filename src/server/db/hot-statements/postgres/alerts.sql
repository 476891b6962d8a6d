-- alerts.delete
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "ended" as (
  delete from alerts
  where user_id = (select "userId" from session)
    and item_id = :itemId
  returning "id"
), "touched" as (
  insert into versions (topic, version)
  select topic, 1
  from (
    select 'alerts' as topic
    where exists (select 1 from "ended")
  ) as named
  where true
  order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "alerts"."item_id", "alerts"."created_at", "alerts"."back_at", case when (alerts.seen_at is null
        and (alerts.back_at is null) = (items.listed = 1 and items.is_active = 1 and items.quantity >
        items.reserved)) then 1 else 0 end as "behind"
    from "alerts"
    inner join "items" on "items"."id" = "alerts"."item_id"
    where "alerts"."user_id" = "session"."userId"
      and "alerts"."id" not in (select id from ended)
    order by "alerts"."created_at" desc, "alerts"."id" desc
  ) as agg
) as "alerts", (select count(*) from "ended") as "ended", (
  select json_build_object('versions', counted.versions, 'sent', cast(pg_notify('greenroom_changes', cast(json_build_object('from',
      cast(:writer as text), 'versions', counted.versions, 'changed', cast(:changed as json)) as text)) as
      text))
  from (
    select json_agg(json_build_array(topic, version)) as versions
    from touched
  ) as counted
  where counted.versions is not null
) as "touched"
from "session";

-- alerts.find
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "alerts"."item_id", "alerts"."created_at", "alerts"."back_at", case when (alerts.seen_at is null
        and (alerts.back_at is null) = (items.listed = 1 and items.is_active = 1 and items.quantity >
        items.reserved)) then 1 else 0 end as "behind"
    from "alerts"
    inner join "items" on "items"."id" = "alerts"."item_id"
    where "alerts"."user_id" = "session"."userId"
    order by "alerts"."created_at" desc, "alerts"."id" desc
  ) as agg
) as "alerts"
from "session";

-- alerts.state
select (
  select case when (items.listed = 1 and items.is_active = 1 and items.quantity > items.reserved) then 1 else
      0 end as "available"
  from "items"
  where "id" = :itemId
    and "listed" = 1
    and "is_active" = 1
) as "available", (
  select "id"
  from "alerts"
  where "user_id" = :userId
    and "item_id" = :itemId
) as "alert", (
  select count(*) as "count"
  from "alerts"
  where "user_id" = :userId
) as "count";
