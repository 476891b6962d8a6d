-- invites.by-code
select "id", "uses", "used", "expires_at", "revoked_at"
from "invites"
where "code_hash" = :codeHash;

-- invites.by-id
select "id", "uses", "used", "expires_at", "revoked_at"
from "invites"
where "id" = :id;
