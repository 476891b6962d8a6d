-- sessions.end
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
    and pg_advisory_xact_lock(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "ended" as (
  delete from sessions
  where user_id = (select "userId" from session)
    and id = (
    select coalesce(cast(:id as text), "sessionId")
    from session
  )
  returning "id"
), "touched" as (
  insert into versions (topic, version)
  select topic, 1
  from (
    select 'sessions' as topic
    where exists (select 1 from "ended")
  ) as named
  where true
  order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (select count(*) from "ended") as
    "ended", (
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

-- sessions.find
select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
    "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
    "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where "sessions"."token_hash" = :tokenHash
  and "sessions"."expires_at" > :now
  and "users"."status" = 'active'
  and "users"."deleted_at" is null;

-- sessions.own
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
    select "sessions"."id", "sessions"."user_agent", "sessions"."created_at", "sessions"."last_used_at",
        "sessions"."method"
    from "sessions"
    where "sessions"."expires_at" > :now
      and "sessions"."user_id" = "session"."userId"
    order by "sessions"."last_used_at" desc, "sessions"."id"
  ) as agg
) as "open"
from "session";

-- sessions.sign-in
with "signed_in" as (
  update users
  set last_seen_at = :now
  where id = :userId
    and password_hash = :passwordHash
    and role = :role
    and status = 'active'
    and deleted_at is null
  returning "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
      "verified_at", "verified_until", "created_at"
), "opened" as (
  insert into sessions (id, token_hash, user_id, user_agent, created_at, last_used_at, expires_at, method)
  select :sessionId, :tokenHash, id, :userAgent, :now, :now, :expiresAt, 'password'
  from signed_in
  returning "id"
), "entry" as (
  insert into audit (at, actor_id, actor_name, role, kind, subject, after, address)
  select :now, :actorId, :actorDigest, :actorRole, 'sign_in', null, null, :addressDigest
  from signed_in
  returning "id"
), "entry_text" as (
  insert into audit_texts (entry_id, user_id, salt, actor_name, address)
  select id, :actorId, :salt, :actorName, :address
  from entry
  returning "entry_id"
), "cleared" as (
  delete from throttles
  where key = :throttleKey
    and exists (select 1 from signed_in)
  returning "key"
)
select "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
    "verified_at", "verified_until", "created_at"
from "signed_in";
