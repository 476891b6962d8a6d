import type { Response, TestShop } from './test-shop.ts';

let lastId = 0;

/** A product of an inventory file that says only what a test cares about. */
export const product = (stated: Record<string, unknown> = {}): Record<string, unknown> => {
  lastId += 1;
  return { id: `file-${lastId}`, name: `Product ${lastId}`, qty: 10, price: 20, ...stated };
};

/** The text of an inventory file. */
export const menuFile = (products: readonly unknown[]): string => JSON.stringify({ data: products });

/** The body of an upload, as a browser makes it, and its content type. */
export const uploadForm = (
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

/** Sends an inventory file as the panel does. */
export const upload = (
  shop: TestShop,
  token: string,
  content: string | Buffer,
  options: {
    filename?: string;
    field?: string;
    dryRun?: boolean;
    planHash?: string;
    /** Breaks the request off after this share of it. */
    cutAt?: number;
  } = {},
): Promise<Response> => {
  const { type, form } = uploadForm(content, options);
  const query = new URLSearchParams({
    ...(options.dryRun && { dryRun: 'true' }),
    ...(options.planHash && { planHash: options.planHash }),
  });
  return shop.call('POST', `/api/admin/inventory/replace-inventory?${query}`, {
    token,
    body: options.cutAt === undefined ? form : form.subarray(0, Math.floor(form.length * options.cutAt)),
    headers: { 'content-type': type },
  });
};

/** The names in the panel's list. */
export const listedNames = async (shop: TestShop, token: string): Promise<string[]> => {
  const { body } = await shop.call('GET', '/api/admin/inventory', { token });
  return body.inventory.map((item: { name: string }) => item.name);
};
