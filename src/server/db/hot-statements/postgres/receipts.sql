-- receipts.buy-again
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
    select "items"."id"
    from (
      select "receipts"."id", "receipts"."number"
      from "receipts"
      where "receipts"."user_id" = "session"."userId"
        and "receipts"."status" in ('shipped', 'completed')
      order by "receipts"."number" desc
      limit 100
    ) as "received"
    inner join "receipt_lines" on "receipt_lines"."receipt_id" = "received"."id"
    inner join "items" on "items"."id" = "receipt_lines"."item_id"
    where "items"."listed" = 1
      and "items"."is_active" = 1 group by "items"."id"
    order by max(received.number * 100000 - receipt_lines.position) desc
    limit 24
  ) as agg
) as "products"
from "session";

-- receipts.by-id
select "receipts"."id", "receipts"."number", "receipts"."user_id", "receipts"."status", "receipts"."subtotal_cents",
    "receipts"."shipping_option", "receipts"."shipping_cents", "receipts"."total_cents", "receipts"."points",
    "receipts"."points_discount_cents", "receipts"."notes", "receipts"."created_at", "receipts"."expires_at",
    "receipts"."payment_sent_at", "receipts"."received_cents", "receipts"."coin", "receipts"."txid",
    "receipts"."tracking", "receipts"."quotes", "receipts"."panel_note", "users"."username", "users"."member_type",
    "users"."signal_username", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "item_id", "product_name", "product_brand", "size", "quantity", "unit_price_cents", "batch",
        "shipped_batch"
    from "receipt_lines"
    where "receipt_lines"."receipt_id" = "receipts"."id"
    order by "position"
  ) as agg
) as "lines", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "kind", "status", "actor", "note", "changes", "at"
    from "receipt_events"
    where "receipt_events"."receipt_id" = "receipts"."id"
    order by "receipt_events"."id"
  ) as agg
) as "events", (
  select to_json(obj)
  from (
    select "name", "lines", "city", "region", "postal_code", "country", "phone"
    from "deliveries"
    where "deliveries"."receipt_id" = "receipts"."id"
  ) as obj
) as "delivery", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "payments"."id", "payments"."receipt_id", "payments"."kind", "payments"."coin", "payments"."coin_amount",
        "payments"."cents", coalesce("payments"."txid", "payment_texts"."txid") as "txid", "payments"."output",
        "payments"."at", "payments"."actor", "payment_texts"."note", "payments"."reverses", "watched_outputs"."units",
        "watched_outputs"."rate", "watched_outputs"."quoted_at", "watched_outputs"."height", "watched_outputs"."confirmations",
        "watched_outputs"."needed", "watched_outputs"."servers", "watched_outputs"."counts"
    from "payments"
    left join "payment_texts" on "payment_texts"."payment_id" = "payments"."id"
    left join "watched_outputs" on "watched_outputs"."payment_id" = "payments"."id"
    where "payments"."receipt_id" = receipts.id
    order by "payments"."id"
  ) as agg
) as "payments", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "order_addresses"."coin", "order_addresses"."address", "order_addresses"."position"
    from "order_addresses"
    where "order_addresses"."receipt_id" = "receipts"."id"
    order by "order_addresses"."coin"
  ) as agg
) as "addresses"
from "receipts"
inner join "users" on "users"."id" = "receipts"."user_id"
where "receipts"."id" = :id;

-- receipts.make
with "wanted" as (
  select *
  from (
    select *
    from json_to_recordset(cast(:lines as json)) as given("position" bigint, "line_id" bigint, "item_id"
        bigint, "quantity" bigint, "price_cents" bigint, "markup_cents" bigint, "tiers" text,
        "unit_price_cents" bigint, "product_name" text, "product_brand" text, "size" text, "amounts" text,
        "batch" text)
  ) as lines
), "held" as (
  select "sessions"."user_id"
  from "sessions"
  where "sessions"."id" = :sessionId
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "line" as (
  select id, item_id, quantity
  from cart_items
  where user_id = (select user_id from held)
  order by id
  for update
), "item" as (
  select id, listed, is_active, price_cents, markup_cents, tiers, batch, quantity - reserved as free
  from items
  where id in (select item_id from wanted)
  order by id
  for update
), "choice" as (
  select shipping_option, notes, points
  from carts
  where user_id = :userId
  for update
), "balance" as (
  select points_balance
  from users
  where id = :userId
    and exists (select 1 from item)
  for no key update
), "chosen_address" as (
  select id, "name", "lines", "city", "region", "postal_code", "country", "phone"
  from addresses
  where id = :addressId
    and user_id = :userId
  for update
), "key" as (
  select account_keys.id, wanted_key.wallet
  from account_keys
  join (
    select *
    from json_to_recordset(cast(:keys as json)) as given("key_id" bigint, "wallet" text)
  ) as wanted_key on wanted_key.key_id = account_keys.id
  order by account_keys.id
  limit 2
  for no key update
), "free_address" as (
  select key.id as key_id, (
    select free.position
    from order_addresses as free
    where free.key_id = key.id
      and free.receipt_id is null
      and free.skipped is null
      and free.address <> key.wallet
    order by free.position
    limit 1
    for update
  ) as next
  from key
), "unchanged" as (
  select 1 as yes
  where (select count(*) from line) = :lineCount
    and coalesce((select value from shop_state where key = 'shop_notices'), '') = :shopNotices
    and (
    select count(*)
    from line
    join wanted on wanted.line_id = line.id
      and wanted.quantity = line.quantity
  ) = :lineCount
    and (
    select count(*)
    from item
    join wanted on wanted.item_id = item.id
      and wanted.price_cents = item.price_cents
      and wanted.markup_cents = item.markup_cents
      and wanted.tiers = item.tiers
      and coalesce(wanted.batch, '') = coalesce(item.batch, '')
      and wanted.quantity <= item.free
    where item.listed = 1
      and item.is_active = 1
  ) = :lineCount
    and not exists (
    select 1
    from choice
    where choice.shipping_option <> :shippingOption or choice.notes <> :notes or choice.points <>
        :chosenPoints
  )
    and (select count(next) from free_address) = (
    select count(*)
    from (
      select *
      from json_to_recordset(cast(:keys as json)) as given("key_id" bigint, "wallet" text)
    ) as wanted_key
  )
    and case when cast(:points as bigint) > 0 then (select points_balance from balance) >= cast(:points as
      bigint) else true end
), "number" as (
  insert into counters (name, value)
  select 'receipt', 1001
  from unchanged
  where true
  on conflict (name) do update set value = counters.value + 1
  returning "value"
), "reserved_item" as (
  update items
  set reserved = items.reserved + taken.quantity
  from (select item_id, quantity from wanted, number) as taken
  where items.id = taken.item_id
  returning "id"
), "receipt" as (
  insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents,
      total_cents, points, points_discount_cents, notes, idempotency_key, created_at, expires_at, quotes)
  select :id, number.value, :userId, 'awaiting_payment', :subtotalCents, :shippingOption, :shippingCents,
      :totalCents, :points, :pointsDiscountCents, :notes, :key, :now, :expiresAt, :quotes
  from number
  returning "id"
), "own_address" as (
  update order_addresses
  set receipt_id = receipt.id, given_at = :now
  from receipt, free_address
  where order_addresses.key_id = free_address.key_id
    and order_addresses.position = free_address.next
  returning "coin", "address", "position"
), "delivery" as (
  select "name", "lines", "city", "region", "postal_code", "country", "phone"
  from chosen_address
), "used_address" as (select id from chosen_address), "receipt_line" as (
  insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, size, quantity,
      unit_price_cents, amounts, batch)
  select receipt.id, position, item_id, product_name, product_brand, size, quantity, unit_price_cents, amounts,
      batch
  from receipt, wanted
  returning "id"
), "receipt_event" as (
  insert into receipt_events (receipt_id, status, actor, note, at)
  select receipt.id, 'awaiting_payment', :username, null, :now
  from receipt
  returning "id"
), "entry" as (
  insert into audit (at, actor_id, actor_name, role, kind, subject, after, address)
  select :now, :actorId, :actorDigest, :actorRole, 'receipt', receipt.id, '{"number":' || number.value ||
      ',"status":"awaiting_payment"}', :addressDigest
  from receipt, number
  returning "id"
), "entry_text" as (
  insert into audit_texts (entry_id, user_id, salt, actor_name, address)
  select id, :actorId, :salt, :actorName, :address
  from entry
  returning "entry_id"
), "taken_line" as (
  delete from cart_items
  where id in (select line.id from line, number)
  returning "id"
), "reset_choice" as (
  update carts
  set shipping_option = 'standard', notes = '', points = 0, updated_at = :now
  where user_id = :userId
    and exists (select 1 from number)
  returning "user_id"
), "spent" as (
  update users
  set points_balance = points_balance - cast(:points as bigint)
  where cast(:points as bigint) > 0
    and id = :userId
    and exists (select 1 from number)
  returning "id"
), "redeemed" as (
  insert into points_entries (user_id, points, kind, reason, actor, receipt_id, created_at)
  select :userId, -cast(:points as bigint), 'redeemed', 'Spent on receipt #' || number.value, null, receipt.id,
      :now
  from receipt, number
  where cast(:points as bigint) > 0
  returning "id"
), "notice" as (
  insert into notices (event, receipt_id, payload, next_attempt_at, created_at)
  select 'receipt.confirmed', receipt.id, replace(:notice, :numberMark, cast(number.value as text)), :now,
      :now
  from receipt, number
  where cast(:notice as text) is not null
  returning "id"
), "touched" as (
  insert into versions (topic, version)
  select topic, 1
  from (
    select 'catalogue' as topic
    where exists (select 1 from "number")
    union all
    select 'receipts' as topic
    where exists (select 1 from "number")
    union all
    select 'points' as topic
    where exists (select 1 from "redeemed")
    union all
    select 'notices' as topic
    where exists (select 1 from "notice")
  ) as named
  where true
  order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version
)
select "value" as "number", null as "delivery", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "coin", "address", "position"
    from "own_address"
    order by "coin"
  ) as agg
) as "addresses", (
  select json_build_object('versions', counted.versions, 'sent', cast(pg_notify('greenroom_changes', cast(json_build_object('from',
      cast(:writer as text), 'versions', counted.versions, 'changed', cast(:changed as json)) as text)) as
      text))
  from (
    select json_agg(json_build_array(topic, version)) as versions
    from touched
  ) as counted
  where counted.versions is not null
) as "touched"
from "number";

-- receipts.make_with_address
with "wanted" as (
  select *
  from (
    select *
    from json_to_recordset(cast(:lines as json)) as given("position" bigint, "line_id" bigint, "item_id"
        bigint, "quantity" bigint, "price_cents" bigint, "markup_cents" bigint, "tiers" text,
        "unit_price_cents" bigint, "product_name" text, "product_brand" text, "size" text, "amounts" text,
        "batch" text)
  ) as lines
), "held" as (
  select "sessions"."user_id"
  from "sessions"
  where "sessions"."id" = :sessionId
    and pg_advisory_xact_lock_shared(1983202611, hashtext(sessions.user_id)) is not null
  for key share of sessions
), "line" as (
  select id, item_id, quantity
  from cart_items
  where user_id = (select user_id from held)
  order by id
  for update
), "item" as (
  select id, listed, is_active, price_cents, markup_cents, tiers, batch, quantity - reserved as free
  from items
  where id in (select item_id from wanted)
  order by id
  for update
), "choice" as (
  select shipping_option, notes, points
  from carts
  where user_id = :userId
  for update
), "balance" as (
  select points_balance
  from users
  where id = :userId
    and exists (select 1 from item)
  for no key update
), "chosen_address" as (
  select id, "name", "lines", "city", "region", "postal_code", "country", "phone"
  from addresses
  where id = :addressId
    and user_id = :userId
  for update
), "key" as (
  select account_keys.id, wanted_key.wallet
  from account_keys
  join (
    select *
    from json_to_recordset(cast(:keys as json)) as given("key_id" bigint, "wallet" text)
  ) as wanted_key on wanted_key.key_id = account_keys.id
  order by account_keys.id
  limit 2
  for no key update
), "free_address" as (
  select key.id as key_id, (
    select free.position
    from order_addresses as free
    where free.key_id = key.id
      and free.receipt_id is null
      and free.skipped is null
      and free.address <> key.wallet
    order by free.position
    limit 1
    for update
  ) as next
  from key
), "unchanged" as (
  select 1 as yes
  where (select count(*) from line) = :lineCount
    and coalesce((select value from shop_state where key = 'shop_notices'), '') = :shopNotices
    and exists (select 1 from chosen_address)
    and (
    select count(*)
    from line
    join wanted on wanted.line_id = line.id
      and wanted.quantity = line.quantity
  ) = :lineCount
    and (
    select count(*)
    from item
    join wanted on wanted.item_id = item.id
      and wanted.price_cents = item.price_cents
      and wanted.markup_cents = item.markup_cents
      and wanted.tiers = item.tiers
      and coalesce(wanted.batch, '') = coalesce(item.batch, '')
      and wanted.quantity <= item.free
    where item.listed = 1
      and item.is_active = 1
  ) = :lineCount
    and not exists (
    select 1
    from choice
    where choice.shipping_option <> :shippingOption or choice.notes <> :notes or choice.points <>
        :chosenPoints
  )
    and (select count(next) from free_address) = (
    select count(*)
    from (
      select *
      from json_to_recordset(cast(:keys as json)) as given("key_id" bigint, "wallet" text)
    ) as wanted_key
  )
    and case when cast(:points as bigint) > 0 then (select points_balance from balance) >= cast(:points as
      bigint) else true end
), "number" as (
  insert into counters (name, value)
  select 'receipt', 1001
  from unchanged
  where true
  on conflict (name) do update set value = counters.value + 1
  returning "value"
), "reserved_item" as (
  update items
  set reserved = items.reserved + taken.quantity
  from (select item_id, quantity from wanted, number) as taken
  where items.id = taken.item_id
  returning "id"
), "receipt" as (
  insert into receipts (id, number, user_id, status, subtotal_cents, shipping_option, shipping_cents,
      total_cents, points, points_discount_cents, notes, idempotency_key, created_at, expires_at, quotes)
  select :id, number.value, :userId, 'awaiting_payment', :subtotalCents, :shippingOption, :shippingCents,
      :totalCents, :points, :pointsDiscountCents, :notes, :key, :now, :expiresAt, :quotes
  from number
  returning "id"
), "own_address" as (
  update order_addresses
  set receipt_id = receipt.id, given_at = :now
  from receipt, free_address
  where order_addresses.key_id = free_address.key_id
    and order_addresses.position = free_address.next
  returning "coin", "address", "position"
), "delivery" as (
  insert into deliveries (receipt_id, "name", "lines", "city", "region", "postal_code", "country", "phone")
  select receipt.id, "name", "lines", "city", "region", "postal_code", "country", "phone"
  from receipt, chosen_address
  returning "name", "lines", "city", "region", "postal_code", "country", "phone"
), "used_address" as (
  update addresses
  set used_at = :now
  where id in (select chosen_address.id from chosen_address, number)
  returning "id"
), "receipt_line" as (
  insert into receipt_lines (receipt_id, position, item_id, product_name, product_brand, size, quantity,
      unit_price_cents, amounts, batch)
  select receipt.id, position, item_id, product_name, product_brand, size, quantity, unit_price_cents, amounts,
      batch
  from receipt, wanted
  returning "id"
), "receipt_event" as (
  insert into receipt_events (receipt_id, status, actor, note, at)
  select receipt.id, 'awaiting_payment', :username, null, :now
  from receipt
  returning "id"
), "entry" as (
  insert into audit (at, actor_id, actor_name, role, kind, subject, after, address)
  select :now, :actorId, :actorDigest, :actorRole, 'receipt', receipt.id, '{"number":' || number.value ||
      ',"status":"awaiting_payment"}', :addressDigest
  from receipt, number
  returning "id"
), "entry_text" as (
  insert into audit_texts (entry_id, user_id, salt, actor_name, address)
  select id, :actorId, :salt, :actorName, :address
  from entry
  returning "entry_id"
), "taken_line" as (
  delete from cart_items
  where id in (select line.id from line, number)
  returning "id"
), "reset_choice" as (
  update carts
  set shipping_option = 'standard', notes = '', points = 0, updated_at = :now
  where user_id = :userId
    and exists (select 1 from number)
  returning "user_id"
), "spent" as (
  update users
  set points_balance = points_balance - cast(:points as bigint)
  where cast(:points as bigint) > 0
    and id = :userId
    and exists (select 1 from number)
  returning "id"
), "redeemed" as (
  insert into points_entries (user_id, points, kind, reason, actor, receipt_id, created_at)
  select :userId, -cast(:points as bigint), 'redeemed', 'Spent on receipt #' || number.value, null, receipt.id,
      :now
  from receipt, number
  where cast(:points as bigint) > 0
  returning "id"
), "notice" as (
  insert into notices (event, receipt_id, payload, next_attempt_at, created_at)
  select 'receipt.confirmed', receipt.id, replace(:notice, :numberMark, cast(number.value as text)), :now,
      :now
  from receipt, number
  where cast(:notice as text) is not null
  returning "id"
), "touched" as (
  insert into versions (topic, version)
  select topic, 1
  from (
    select 'catalogue' as topic
    where exists (select 1 from "number")
    union all
    select 'receipts' as topic
    where exists (select 1 from "number")
    union all
    select 'points' as topic
    where exists (select 1 from "redeemed")
    union all
    select 'notices' as topic
    where exists (select 1 from "notice")
  ) as named
  where true
  order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version
)
select "value" as "number", (
  select to_json(obj)
  from (
    select "name", "lines", "city", "region", "postal_code", "country", "phone"
    from "delivery"
  ) as obj
) as "delivery", (
  select coalesce(json_agg(agg), '[]')
  from (
    select "coin", "address", "position"
    from "own_address"
    order by "coin"
  ) as agg
) as "addresses", (
  select json_build_object('versions', counted.versions, 'sent', cast(pg_notify('greenroom_changes', cast(json_build_object('from',
      cast(:writer as text), 'versions', counted.versions, 'changed', cast(:changed as json)) as text)) as
      text))
  from (
    select json_agg(json_build_array(topic, version)) as versions
    from touched
  ) as counted
  where counted.versions is not null
) as "touched"
from "number";

-- receipts.order
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
) as "openOrders", (select value from shop_state where key = :ratesKey) as "rates", (
  select receipts.id
  from receipts
  where receipts.user_id = session."userId"
    and receipts.idempotency_key = cast(:key as text)
) as "receiptId"
from "session";

-- receipts.own
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
    select "receipts"."id", "receipts"."number", "receipts"."user_id", "receipts"."status", "receipts"."subtotal_cents",
        "receipts"."shipping_option", "receipts"."shipping_cents", "receipts"."total_cents", "receipts"."points",
        "receipts"."points_discount_cents", "receipts"."notes", "receipts"."created_at", "receipts"."expires_at",
        "receipts"."payment_sent_at", "receipts"."received_cents", "receipts"."coin", "receipts"."txid",
        "receipts"."tracking", "receipts"."quotes", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "item_id", "product_name", "product_brand", "size", "quantity", "unit_price_cents", "batch",
            "shipped_batch"
        from "receipt_lines"
        where "receipt_lines"."receipt_id" = "receipts"."id"
        order by "position"
      ) as agg
    ) as "lines", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "kind", "status", "actor", "note", "changes", "at"
        from "receipt_events"
        where "receipt_events"."receipt_id" = "receipts"."id"
        order by "receipt_events"."id"
      ) as agg
    ) as "events", (
      select to_json(obj)
      from (
        select "name", "lines", "city", "region", "postal_code", "country", "phone"
        from "deliveries"
        where "deliveries"."receipt_id" = "receipts"."id"
      ) as obj
    ) as "delivery", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "payments"."id", "payments"."receipt_id", "payments"."kind", "payments"."coin", "payments"."coin_amount",
            "payments"."cents", coalesce("payments"."txid", "payment_texts"."txid") as "txid", "payments"."output",
            "payments"."at", "payments"."actor", "payment_texts"."note", "payments"."reverses",
            "watched_outputs"."units", "watched_outputs"."rate", "watched_outputs"."quoted_at",
            "watched_outputs"."height", "watched_outputs"."confirmations", "watched_outputs"."needed",
            "watched_outputs"."servers", "watched_outputs"."counts"
        from "payments"
        left join "payment_texts" on "payment_texts"."payment_id" = "payments"."id"
        left join "watched_outputs" on "watched_outputs"."payment_id" = "payments"."id"
        where "payments"."receipt_id" = receipts.id
        order by "payments"."id"
      ) as agg
    ) as "payments", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "order_addresses"."coin", "order_addresses"."address", "order_addresses"."position"
        from "order_addresses"
        where "order_addresses"."receipt_id" = "receipts"."id"
        order by "order_addresses"."coin"
      ) as agg
    ) as "addresses"
    from "receipts"
    where "receipts"."user_id" = "session"."userId"
      and "receipts"."number" < :before
    order by "receipts"."number" desc
    limit :limit
  ) as agg
) as "receipts"
from "session";

-- receipts.own-by-id
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
  select to_json(obj)
  from (
    select "receipts"."id", "receipts"."number", "receipts"."user_id", "receipts"."status", "receipts"."subtotal_cents",
        "receipts"."shipping_option", "receipts"."shipping_cents", "receipts"."total_cents", "receipts"."points",
        "receipts"."points_discount_cents", "receipts"."notes", "receipts"."created_at", "receipts"."expires_at",
        "receipts"."payment_sent_at", "receipts"."received_cents", "receipts"."coin", "receipts"."txid",
        "receipts"."tracking", "receipts"."quotes", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "item_id", "product_name", "product_brand", "size", "quantity", "unit_price_cents", "batch",
            "shipped_batch"
        from "receipt_lines"
        where "receipt_lines"."receipt_id" = "receipts"."id"
        order by "position"
      ) as agg
    ) as "lines", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "kind", "status", "actor", "note", "changes", "at"
        from "receipt_events"
        where "receipt_events"."receipt_id" = "receipts"."id"
        order by "receipt_events"."id"
      ) as agg
    ) as "events", (
      select to_json(obj)
      from (
        select "name", "lines", "city", "region", "postal_code", "country", "phone"
        from "deliveries"
        where "deliveries"."receipt_id" = "receipts"."id"
      ) as obj
    ) as "delivery", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "payments"."id", "payments"."receipt_id", "payments"."kind", "payments"."coin", "payments"."coin_amount",
            "payments"."cents", coalesce("payments"."txid", "payment_texts"."txid") as "txid", "payments"."output",
            "payments"."at", "payments"."actor", "payment_texts"."note", "payments"."reverses",
            "watched_outputs"."units", "watched_outputs"."rate", "watched_outputs"."quoted_at",
            "watched_outputs"."height", "watched_outputs"."confirmations", "watched_outputs"."needed",
            "watched_outputs"."servers", "watched_outputs"."counts"
        from "payments"
        left join "payment_texts" on "payment_texts"."payment_id" = "payments"."id"
        left join "watched_outputs" on "watched_outputs"."payment_id" = "payments"."id"
        where "payments"."receipt_id" = receipts.id
        order by "payments"."id"
      ) as agg
    ) as "payments", (
      select coalesce(json_agg(agg), '[]')
      from (
        select "order_addresses"."coin", "order_addresses"."address", "order_addresses"."position"
        from "order_addresses"
        where "order_addresses"."receipt_id" = "receipts"."id"
        order by "order_addresses"."coin"
      ) as agg
    ) as "addresses"
    from "receipts"
    where "receipts"."id" = :id
      and "receipts"."user_id" = "session"."userId"
  ) as obj
) as "receipt"
from "session";
