-- cart.add
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "item" as (
  select id, listed, is_active, quantity as stock, reserved, price_cents, markup_cents
  from items
  where id = :productId
), "used" as (
  select idempotency_keys.id
  from session
  join idempotency_keys on idempotency_keys.id = 'cart.add ' || session."userId" || ' ' || cast(:key as text)
), "changed" as (
  insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
  select session."userId", item.id, :quantity, item.price_cents + item.markup_cents, coalesce(case when cast(:addedAt
      as bigint) <= cast(:now as bigint) then cast(:addedAt as bigint) end, (
    select max(created_at) + 1
    from cart_items
    where user_id = session."userId"
      and created_at >= cast(:now as bigint)
  ), cast(:now as bigint))
  from session, item
  where item.listed = 1
    and item.is_active = 1
    and item.stock - item.reserved >= :quantity
    and not exists (select 1 from used)
  on conflict (user_id, item_id) do update set quantity = cart_items.quantity + excluded.quantity
  where cart_items.quantity + excluded.quantity <= (select stock - reserved from item)
  returning "id", "item_id", "quantity", "added_price_cents", "created_at"
), "ended" as (
  delete from alerts
  where user_id = (select "userId" from session)
    and item_id in (select item_id from changed)
  returning "id"
), "remembered" as (
  insert into idempotency_keys (id, user_id, answer, created_at)
  select 'cart.add ' || session."userId" || ' ' || cast(:key as text), session."userId", '{}', :now
  from session, changed
  where cast(:key as text) is not null
  returning "id"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
        and "item_id" not in (select "changed"."item_id" from "changed")
      union all
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "changed"
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (
    select "shipping_option", "notes", "points"
    from "carts"
    where "user_id" = (select "session"."userId" from "session")
  ) as obj
) as "choices", (
  select to_json(obj)
  from (
    select "item"."listed", "item"."is_active", "item"."stock", "item"."reserved"
    from "item"
  ) as obj
) as "item", (select count(*) from "changed") as "added", (select count(*) from "used") as "addedBefore"
from "session";

-- cart.choose
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "chosen" as (
  insert into carts (user_id, shipping_option, notes, points, updated_at)
  select "userId", coalesce(cast(:shippingOption as text), 'standard'), coalesce(cast(:notes as text), ''),
      coalesce(cast(:points as bigint), 0), :now
  from session
  where coalesce(cast(:points as bigint), 0) <= balance
  on conflict (user_id) do update set shipping_option = coalesce(cast(:shippingOption as text),
      carts.shipping_option), notes = coalesce(cast(:notes as text), carts.notes), points = coalesce(cast(:points
      as bigint), carts.points), updated_at = excluded.updated_at
  returning "shipping_option", "notes", "points"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (select "shipping_option", "notes", "points" from "chosen") as obj
) as "choices", (select count(*) from "chosen") as "set"
from "session";

-- cart.empty
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "removed" as (
  delete from cart_items
  where user_id = (select "userId" from session)
  returning "id"
), "chosen" as (
  insert into carts (user_id, shipping_option, notes, points, updated_at)
  select "userId", coalesce(cast(:shippingOption as text), 'standard'), coalesce(cast(:notes as text), ''),
      coalesce(cast(:points as bigint), 0), :now
  from session
  where coalesce(cast(:points as bigint), 0) <= balance
  on conflict (user_id) do update set shipping_option = coalesce(cast(:shippingOption as text),
      carts.shipping_option), notes = coalesce(cast(:notes as text), carts.notes), points = coalesce(cast(:points
      as bigint), carts.points), updated_at = excluded.updated_at
  returning "shipping_option", "notes", "points"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
        and "id" not in (select "removed"."id" from "removed")
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (select "shipping_option", "notes", "points" from "chosen") as obj
) as "choices"
from "session";

-- cart.find
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (
    select "shipping_option", "notes", "points"
    from "carts"
    where "user_id" = (select "session"."userId" from "session")
  ) as obj
) as "choices", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "receipts"."created_at" as "at", "receipt_lines"."product_name", "receipt_lines"."quantity",
        "receipt_lines"."amounts", "items"."category", "items"."tags", "items"."size", "items"."weight_label"
    from "receipts"
    inner join "receipt_lines" on "receipt_lines"."receipt_id" = "receipts"."id"
    inner join "items" on "items"."id" = "receipt_lines"."item_id"
    where "receipts"."user_id" = "session"."userId"
      and "receipts"."created_at" > :since
      and "receipts"."status" not in ('cancelled', 'expired')
  ) as agg
) as "purchased", ((
  select "value"
  from "shop_state"
  where "key" = 'purchase_limits'
)) as "limitsOfPanel", coalesce((select value from shop_state where key = 'shop_notices'), '') as
    "shopNotices", (
  select to_json(obj)
  from (
    select count(*) as "count", coalesce(sum(total_cents), 0) as "totalCents"
    from "receipts"
    where "receipts"."user_id" = "session"."userId"
      and "receipts"."status" = 'awaiting_payment'
      and (coalesce(received_cents, 0) < total_cents or coalesce(received_cents, 0) <= 0)
  ) as obj
) as "openOrders"
from "session";

-- cart.remove
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "removed" as (
  delete from cart_items
  where id = :lineId
    and user_id = (select "userId" from session)
  returning "id"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
        and "id" not in (select "removed"."id" from "removed")
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (
    select "shipping_option", "notes", "points"
    from "carts"
    where "user_id" = (select "session"."userId" from "session")
  ) as obj
) as "choices", (select count(*) from "removed") as "removed"
from "session";

-- cart.set
with "session" as (
  select "sessions"."id" as "sessionId", "sessions"."last_used_at", "users"."id" as "userId", "users"."username",
      "sessions"."created_at" as "signed_in_at", "sessions"."reauthenticated_at", "sessions"."method",
      "sessions"."passkey_at", "users"."member_type", "users"."role", "users"."verified_at", "users"."verified_until",
      "users"."points_balance" as "balance"
  from "sessions"
  inner join "users" on "users"."id" = "sessions"."user_id"
  where "sessions"."token_hash" = :tokenHash
    and "sessions"."expires_at" > :now
    and "users"."status" = 'active'
    and "users"."deleted_at" is null
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "item" as (
  select cart_items.id, cart_items.quantity as in_cart, listed, is_active, items.quantity as stock, reserved
  from cart_items
  join items on items.id = cart_items.item_id
  join session on session."userId" = cart_items.user_id
  where cart_items.id = :lineId
), "changed" as (
  update cart_items
  set quantity = :quantity
  where id in (
    select id
    from item
    where :quantity < in_cart or (listed = 1 and is_active = 1 and stock - reserved >= :quantity)
  )
  returning "id", "item_id", "quantity", "added_price_cents", "created_at"
)
select "sessionId", "last_used_at", "userId", "username", "signed_in_at", "reauthenticated_at", "method",
    "passkey_at", "member_type", "role", "verified_at", "verified_until", "session"."balance", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "line"."id", "line"."item_id", "line"."quantity", "line"."added_price_cents", "line"."created_at",
        "items"."name", "items"."description", "items"."brand", "items"."category", "items"."tags", "items"."size",
        "items"."weight_label", "items"."images", "items"."price_cents", "items"."markup_cents", "items"."tiers",
        "items"."batch", "items"."listed", "items"."is_active", "items"."quantity" as "stock", "items"."reserved"
    from (
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "cart_items"
      where "user_id" = (select "session"."userId" from "session")
        and "item_id" not in (select "changed"."item_id" from "changed")
      union all
      select "id", "item_id", "quantity", "added_price_cents", "created_at"
      from "changed"
    ) as "line"
    inner join "items" on "items"."id" = "line"."item_id"
    order by "line"."created_at", "line"."id"
  ) as agg
) as "lines", (
  select to_json(obj)
  from (
    select "shipping_option", "notes", "points"
    from "carts"
    where "user_id" = (select "session"."userId" from "session")
  ) as obj
) as "choices", (
  select to_json(obj)
  from (
    select "item"."listed", "item"."is_active", "item"."stock", "item"."reserved"
    from "item"
  ) as obj
) as "item", (select count(*) from "changed") as "set"
from "session";
