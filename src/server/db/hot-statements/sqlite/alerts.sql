-- alerts.delete: ended
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
delete from alerts
where user_id = (select "userId" from session)
  and item_id = :itemId
returning "id";

-- alerts.delete: result
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
), "ended" as (
  select value ->> 'id' as "id"
  from json_each(:rows of ended)
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (
  select coalesce(json_group_array(json_object('item_id', "agg"."item_id", 'created_at', "agg"."created_at",
      'back_at', "agg"."back_at", 'behind', "agg"."behind")), '[]')
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
) as "alerts", (select count(*) from "ended") as "ended"
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
  select coalesce(json_group_array(json_object('item_id', "agg"."item_id", 'created_at', "agg"."created_at",
      'back_at', "agg"."back_at", 'behind', "agg"."behind")), '[]')
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
