-- favorites.delete
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
), "removed" as (
  delete from favorites
  where user_id = (select "userId" from session)
    and item_id = :itemId
  returning "id"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "item_id"
    from "favorites"
    where "user_id" = "session"."userId"
      and "id" not in (select id from removed)
    order by "id" desc
  ) as agg
) as "favorites", (select count(*) from "removed") as "removed"
from "session";

-- favorites.find
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
    select "item_id"
    from "favorites"
    where "user_id" = "session"."userId"
    order by "id" desc
  ) as agg
) as "favorites"
from "session";

-- favorites.state
select (
  select "id"
  from "items"
  where "id" = :itemId
    and "listed" = 1
    and "is_active" = 1
) as "product", (
  select "id"
  from "favorites"
  where "user_id" = :userId
    and "item_id" = :itemId
) as "favorite", (
  select count(*) as "count"
  from "favorites"
  where "user_id" = :userId
) as "count";
