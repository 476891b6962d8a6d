-- users.by-id
select "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
    "verified_at", "verified_until", "created_at"
from "users"
where "id" = :id
  and "deleted_at" is null;

-- users.by-name
select "id", "username", "email", "signal_username", "password_hash", "role", "member_type", "status",
    "verified_at", "verified_until", "created_at"
from "users"
where lower(username) = :name
  and "deleted_at" is null;

-- users.own
select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
    "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
    "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
    "users"."id", "users"."email", "users"."signal_username", "users"."member_type", "users"."status", "users"."created_at",
    "users"."password_generated"
from "sessions"
inner join "users" on "users"."id" = "sessions"."user_id"
where "sessions"."token_hash" = :tokenHash
  and "sessions"."expires_at" > :now
  and "users"."status" = 'active'
  and "users"."deleted_at" is null;
