-- gate.secrets
select "key", "value"
from "shop_state"
where "key" in (:key, :codeHash, :inviteKey);
