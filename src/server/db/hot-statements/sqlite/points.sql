-- points.balance
select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
    "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
    "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
    "users"."points_balance" as "balance"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where "sessions"."token_hash" = :tokenHash
  and "sessions"."expires_at" > :now
  and "users"."status" = 'active'
  and "users"."deleted_at" is null;

-- points.entries
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
  select coalesce(json_group_array(json_object('id', "agg"."id", 'points', "agg"."points", 'kind', "agg"."kind",
      'reason', "agg"."reason", 'created_at', "agg"."created_at")), '[]')
  from (
    select "points_entries"."id", "points_entries"."points", "points_entries"."kind", "points_entries"."reason",
        "points_entries"."created_at"
    from "points_entries"
    where "points_entries"."user_id" = "session"."userId"
      and "points_entries"."id" < :before
    order by "points_entries"."id" desc
    limit :limit
  ) as agg
) as "entries"
from "session";
