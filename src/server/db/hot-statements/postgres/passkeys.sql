-- passkeys.any
select "id"
from "passkeys"
where "user_id" = :userId
limit 1;
