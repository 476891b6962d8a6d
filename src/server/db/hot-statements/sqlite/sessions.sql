-- sessions.end: session
select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
    "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
    "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where "sessions"."token_hash" = :tokenHash
  and "sessions"."expires_at" > :now
  and "users"."status" = 'active'
  and "users"."deleted_at" is null;

-- sessions.end: ended
with "session" as (
  select value ->> 'sessionId' as "sessionId", value ->> 'last_used_at' as "last_used_at", value ->> 'userId'
      as "userId", value ->> 'username' as "username", value ->> 'signed_in_at' as "signed_in_at", value ->>
      'reauthenticated_at' as "reauthenticated_at", value ->> 'method' as "method", value ->> 'passkey_at' as
      "passkey_at", value ->> 'member_type' as "member_type", value ->> 'role' as "role", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until"
  from json_each(:rows of session)
)
delete from sessions
where user_id = (select "userId" from session)
  and id = (
  select coalesce(cast(:id as text), "sessionId")
  from session
)
returning "id";

-- sessions.end: result
with "session" as (
  select value ->> 'sessionId' as "sessionId", value ->> 'last_used_at' as "last_used_at", value ->> 'userId'
      as "userId", value ->> 'username' as "username", value ->> 'signed_in_at' as "signed_in_at", value ->>
      'reauthenticated_at' as "reauthenticated_at", value ->> 'method' as "method", value ->> 'passkey_at' as
      "passkey_at", value ->> 'member_type' as "member_type", value ->> 'role' as "role", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until"
  from json_each(:rows of session)
), "ended" as (
  select value ->> 'id' as "id"
  from json_each(:rows of ended)
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", (select count(*) from "ended") as
    "ended"
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
  select coalesce(json_group_array(json_object('id', "agg"."id", 'user_agent', "agg"."user_agent",
      'created_at', "agg"."created_at", 'last_used_at', "agg"."last_used_at", 'method', "agg"."method")), '[]')
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

-- sessions.sign-in: signed_in
update users
set last_seen_at = :now
where id = :userId
  and password_hash = :passwordHash
  and role = :role
  and status = 'active'
  and deleted_at is null
returning "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
    "verified_at", "verified_until", "created_at";

-- sessions.sign-in: opened
with "signed_in" as (
  select value ->> 'id' as "id", value ->> 'username' as "username", value ->> 'email' as "email", value ->>
      'signal_username' as "signal_username", value ->> 'password_hash' as "password_hash", value ->> 'role'
      as "role", value ->> 'member_type' as "member_type", value ->> 'status' as "status", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until", value ->> 'created_at'
      as "created_at"
  from json_each(:rows of signed_in)
)
insert into sessions (id, token_hash, user_id, user_agent, created_at, last_used_at, expires_at, method)
select :sessionId, :tokenHash, id, :userAgent, :now, :now, :expiresAt, 'password'
from signed_in
returning "id";

-- sessions.sign-in: entry
with "signed_in" as (
  select value ->> 'id' as "id", value ->> 'username' as "username", value ->> 'email' as "email", value ->>
      'signal_username' as "signal_username", value ->> 'password_hash' as "password_hash", value ->> 'role'
      as "role", value ->> 'member_type' as "member_type", value ->> 'status' as "status", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until", value ->> 'created_at'
      as "created_at"
  from json_each(:rows of signed_in)
)
insert into audit (at, actor_id, actor_name, role, kind, subject, after, address)
select :now, :actorId, :actorDigest, :actorRole, 'sign_in', null, null, :addressDigest
from signed_in
returning "id";

-- sessions.sign-in: entry_text
with "entry" as (
  select value ->> 'id' as "id"
  from json_each(:rows of entry)
)
insert into audit_texts (entry_id, user_id, salt, actor_name, address)
select id, :actorId, :salt, :actorName, :address
from entry
returning "entry_id";

-- sessions.sign-in: cleared
with "signed_in" as (
  select value ->> 'id' as "id", value ->> 'username' as "username", value ->> 'email' as "email", value ->>
      'signal_username' as "signal_username", value ->> 'password_hash' as "password_hash", value ->> 'role'
      as "role", value ->> 'member_type' as "member_type", value ->> 'status' as "status", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until", value ->> 'created_at'
      as "created_at"
  from json_each(:rows of signed_in)
)
delete from throttles
where key = :throttleKey
  and exists (select 1 from signed_in)
returning "key";

-- sessions.sign-in: result
with "signed_in" as (
  select value ->> 'id' as "id", value ->> 'username' as "username", value ->> 'email' as "email", value ->>
      'signal_username' as "signal_username", value ->> 'password_hash' as "password_hash", value ->> 'role'
      as "role", value ->> 'member_type' as "member_type", value ->> 'status' as "status", value ->>
      'verified_at' as "verified_at", value ->> 'verified_until' as "verified_until", value ->> 'created_at'
      as "created_at"
  from json_each(:rows of signed_in)
)
select "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
    "verified_at", "verified_until", "created_at"
from "signed_in";
