import { type Execute, receiptStatements, withDirectAccess } from './direct.ts';
import { call, registerMembers, signInAdmin, withStockedShop } from './fixtures.ts';
import { type Figure, type Part, percentile, timed, timedEach } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { repeated, scaled } from './scale.ts';

const RECEIPTS = scaled(50_000);
const PRODUCTS = scaled(2000);
/** How many calls are measured. */
const CALLS = repeated(40);
/** The longest time to the last byte, in milliseconds. */
const BAR = 100;
/**
 * The overview of 90 days over 50,000 receipts of two lines, all paid in these days, a tenth of them with a discount. The
 * receipts are written directly to the database. Measured are a call when nothing has changed, a call right after an order
 * was marked paid, and the first call after a start.
 */
export const overview: Part = {
  name: 'overview',
  measure: async () => ({ figures: (await onBothEngines(onEngine)).flat() }),
};

const onEngine = ({ name, settings }: Engine): Promise<Figure[]> =>
  withStockedShop(
    PRODUCTS,
    (shop) => withDirectAccess(shop, settings, (execute) => measureOverview(shop, name, execute)),
    settings,
  );

const measureOverview = async (shop: Running, engine: string, execute: Execute): Promise<Figure[]> => {
  await registerMembers(shop, 1);
  for (const statement of receiptStatements({ paid: RECEIPTS, awaiting: CALLS, members: 0 })) await execute(statement);
  const token = await signInAdmin(shop);
  const first = await timed(() => readOverview(shop, token));
  const quiet = await timedEach(CALLS, () => readOverview(shop, token));
  const paid: number[] = [];
  for (let receipt = RECEIPTS + 1; receipt <= RECEIPTS + CALLS; receipt++) {
    await markPaid(shop, token, receipt);
    paid.push(await timed(() => readOverview(shop, token)));
  }
  const name = `Overview over ${RECEIPTS.toLocaleString('en-US')} receipts`;
  return [
    { name: `${name}, ${engine}, p95`, value: percentile(quiet, 95), unit: 'ms', bar: BAR },
    { name: `The same right after a payment, ${engine}, p95`, value: percentile(paid, 95), unit: 'ms', bar: BAR },
    { name: `The first one after a start, ${engine}`, value: first, unit: 'ms' },
  ];
};

const readOverview = (shop: Running, token: string) => call(shop, token, ['GET', '/api/admin/overview?days=90']);

const markPaid = (shop: Running, token: string, receipt: number) =>
  call(shop, token, ['PATCH', `/api/admin/receipts/bench-receipt-${receipt}`, { status: 'paid' }]);
