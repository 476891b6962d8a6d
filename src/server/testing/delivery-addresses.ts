import { type Address, addAddress as addAddressEndpoint } from '#contract/addresses.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { type Buyer, buildBuyer } from './buyers.ts';
import { buildItem, type TestUser } from './factories.ts';
import type { TestShop } from './test-shop.ts';

/** An address with every field. */
export const ADDRESS = {
  name: 'Fern Harbor',
  lines: '12 Harbor Street\nUnit 4',
  city: 'Astoria',
  region: 'OR',
  postalCode: '97103',
  country: 'United States',
  phone: '+1 503 555 0100',
};

type Fields = Partial<NonNullable<GivenInputOf<typeof addAddressEndpoint>>>;

/** Adds an address to a member. */
export const addAddress = async (member: Pick<TestUser, 'call'>, fields: Fields = {}): Promise<Address> => {
  const { status, body, text } = await member.call(addAddressEndpoint, { body: { ...ADDRESS, ...fields } });
  if (status !== 201) throw new Error(`The address was refused: ${text}`);
  return body.address;
};

/** Confirms the cart of a buyer with an address. */
export const confirmTo = ({ call }: Pick<Buyer, 'call'>, addressId: string | null, key?: string) =>
  call(confirmOrder, { body: { addressId }, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });

/** The order of a buyer with an address. */
export const buildOrderTo = async (shop: TestShop, fields: Fields = {}, buyer?: Buyer) => {
  const by = buyer ?? (await buildBuyer(shop));
  const address = await addAddress(by, fields);
  await by.add((await buildItem(shop)).id);
  const { status, body, text } = await confirmTo(by, address.id);
  if (status !== 201) throw new Error(`The order was refused: ${text}`);
  return { buyer: by, address, receipt: body.receipt };
};
