import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { hashToken } from '../src/server/lib/secrets.ts';

/**
 * The limit of adding to the cart on PostgreSQL: a node:http server that sends one prepared statement for each call, to
 * the shop's own database in DATABASE_URL. The statement finds session and item, adds the line, and returns the cart as
 * the text of the response. A statement does not see its own writes, so the changed line comes from RETURNING.
 */
const ADD_TO_CART = `
  with session as (
    select users.id as user_id
    from sessions join users on users.id = sessions.user_id
    where sessions.token_hash = $1 and sessions.expires_at > $2 and users.status = 'active' and users.deleted_at is null
  ), item as (
    select id, quantity - reserved as available, (price_cents + markup_cents + 99) / 100 * 100 as unit_cents
    from items where id = $3 and listed = 1 and is_active = 1
  ), changed as (
    insert into cart_items (user_id, item_id, quantity, added_price_cents, created_at)
    select user_id, item.id, $4, unit_cents, $2 from session, item where available >= $4
    on conflict (user_id, item_id) do update set quantity = cart_items.quantity + excluded.quantity
    where cart_items.quantity + excluded.quantity <= (select available from item)
    returning id, item_id, quantity, added_price_cents
  ), lines as (
    select * from changed
    union all
    select id, item_id, quantity, added_price_cents
    from cart_items join session using (user_id) where item_id <> $3
  ), cart as (
    select lines.id, lines.item_id, lines.quantity, lines.added_price_cents, items.name, items.brand, items.category,
      items.images::json ->> 0 as image, items.quantity - items.reserved as available,
      (items.price_cents + items.markup_cents + 99) / 100 * 100 as unit_cents
    from lines join items on items.id = lines.item_id
  )
  select
    exists (select from session) as signed_in,
    exists (select from changed) as added,
    json_build_object(
      'cart', json_build_object('subtotal', (sum(quantity * unit_cents) / 100.0)::numeric(20, 2)::text),
      'items', json_agg(json_build_object(
        'id', id, 'productId', item_id, 'productName', name, 'productBrand', brand, 'productCategory', category,
        'productImage', image, 'unitPrice', (unit_cents / 100.0)::numeric(20, 2)::text,
        'unitPriceWhenAdded', (added_price_cents / 100.0)::numeric(20, 2)::text, 'quantity', quantity,
        'totalPrice', (quantity * unit_cents / 100.0)::numeric(20, 2)::text, 'available', available
      ) order by id)
    )::text as body
  from cart`;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', (error) => console.error(error.message));

/** The row of the statement: `body` is the response if something was added. */
interface Outcome {
  signed_in: boolean;
  added: boolean;
  body: string;
}

const addToCart = async (authorization: string, body: string): Promise<{ status: number; text: string }> => {
  const { productId, quantity } = JSON.parse(body) as { productId: number; quantity: number };
  const values = [hashToken(authorization.slice('Bearer '.length)), Date.now(), productId, quantity];
  const { rows } = await pool.query<Outcome>({ name: 'add', text: ADD_TO_CART, values });
  const outcome = rows[0]!;
  if (!outcome.signed_in) return { status: 401, text: '{}' };
  return outcome.added ? { status: 200, text: outcome.body } : { status: 409, text: '{}' };
};

const respond = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    addToCart(request.headers.authorization ?? '', body).then(
      ({ status, text }) => {
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        response.writeHead(status, headers).end(text);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
};

createServer(respond).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
