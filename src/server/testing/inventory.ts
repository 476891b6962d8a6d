import * as z from 'zod/mini';
import { getInventoryData } from '#contract/catalogue.ts';
import { type AdminItem, getAdminInventory, replaceInventory } from '#contract/inventory.ts';
import type { Product } from '#domain/product.ts';
import type { BodyOf, Response } from './calls.ts';
import type { TestUser } from './factories.ts';
import type { TestShop } from './test-shop.ts';

let lastId = 0;

/** A product of an inventory file. A test states only the fields that matter to it. */
export const buildFileProduct = (stated: Record<string, unknown> = {}): Record<string, unknown> => {
  lastId += 1;
  return { id: `file-${lastId}`, name: `Product ${lastId}`, qty: 10, price: 20, ...stated };
};

/** The text of an inventory file. */
export const inventoryFile = (products: readonly unknown[]): string => JSON.stringify({ data: products });

/** The body of an upload, as a browser sends it, and its content type. */
export const buildUploadForm = (
  content: string | Buffer,
  { field = 'file', filename = 'menu.customization' }: { field?: string; filename?: string } = {},
): { type: string; form: Buffer } => {
  const boundary = 'greenroom-test-boundary';
  const form = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, form };
};

/** Uploads an inventory file as the panel does. */
export const upload = (
  { call }: TestUser,
  content: string | Buffer,
  options: {
    filename?: string;
    field?: string;
    dryRun?: boolean;
    planHash?: string | undefined;
    /** Sends only this share of the request. */
    cutAt?: number;
  } = {},
): Promise<Response<BodyOf<typeof replaceInventory>>> => {
  const { type, form } = buildUploadForm(content, options);
  return call(replaceInventory, {
    query: { dryRun: options.dryRun ? 'true' : undefined, planHash: options.planHash },
    body: options.cutAt === undefined ? form : form.subarray(0, Math.floor(form.length * options.cutAt)),
    headers: { 'content-type': type },
  });
};

/** The whole inventory as the panel shows it. */
export const listInventory = async ({ call }: TestUser): Promise<AdminItem[]> =>
  (await call(getAdminInventory)).body.inventory;

/** The names in the panel's list. */
export const listNames = async (admin: TestUser): Promise<string[]> =>
  (await listInventory(admin)).map(({ name }) => name);

/** A listed item as the panel shows it. */
export const readItem = async (admin: TestUser, id: number): Promise<AdminItem> => {
  const item = (await listInventory(admin)).find((each) => each.id === id);
  if (!item) throw new Error(`The item ${id} is not listed.`);
  return item;
};

/** The products that members see. Throws if the response does not match the contract. */
export const listProducts = async (shop: TestShop): Promise<Product[]> =>
  z.parse(getInventoryData.output!, (await shop.call(getInventoryData)).body).inventory as Product[];
