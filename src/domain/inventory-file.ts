import type { Called, ProductProblem } from './inventory-file-fields.ts';
import { type FileProduct, readProduct } from './inventory-file-product.ts';
import { MAX_LISTED, MessageList, storable } from './text.ts';

export type { FileProduct } from './inventory-file-product.ts';

/** The figures that an upload returns about its file (behavior 9.7). */
export interface FileStats {
  /** The number of different categories among the products in stock. */
  categoriesFound: number;
  totalProducts: number;
  /** Products with a quantity of at least 1. */
  productsWithStock: number;
}

/** The result of reading a file or a feed. One error refuses all of it. */
export type InventoryFile =
  | { ok: true; products: FileProduct[]; stats: FileStats; warnings: string[] }
  | { ok: false; message: string; errors: string[] };

/**
 * Reads and checks an inventory file, given as text or as parsed JSON (behavior 9.6). One error refuses all of it. Each
 * error names the position, id and field of the product, and at most 100 errors are listed. Images may begin with
 * `imageOrigin`. Any other address is left out with a warning.
 */
export const readInventoryFile = (
  content: unknown,
  { imageOrigin, called = 'file' }: { imageOrigin: string | null; called?: Called },
): InventoryFile => {
  const document = typeof content === 'string' ? parseText(content) : { value: content };
  const found = 'problem' in document ? document : dataOf(document.value);
  if ('problem' in found) return refusedFile(`The ${called} ${found.problem}`);
  return readProducts(found.data, imageOrigin, called);
};

const dataOf = (value: unknown): { data: readonly unknown[] } | { problem: string } => {
  const shape = 'must be a JSON object with a "data" list of products';
  if (Array.isArray(value)) return { problem: `${shape}, not a list.` };
  if (typeof value !== 'object' || value === null) return { problem: `${shape}.` };
  const data: unknown = 'data' in value ? value.data : undefined;
  if (!Array.isArray(data)) return { problem: `${shape}; it has no "data" list.` };
  return data.length === 0 ? { problem: 'has no products.' } : { data };
};

const readProducts = (data: readonly unknown[], imageOrigin: string | null, called: Called): InventoryFile => {
  const products: FileProduct[] = [];
  const errors: string[] = [];
  const warnings = new MessageList();
  const positions = new Map<string, number>();
  let invalid = 0;
  data.forEach((entry, index) => {
    const problems: ProductProblem[] = [];
    const { product, id } = readProduct(entry, {
      imageOrigin,
      called,
      error: (field, problem) => problems.push({ field, problem }),
      warn: (field, problem) => warnings.add(describeProblem(index, entry, { field, problem })),
    });
    if (id !== null) {
      const earlier = positions.get(id);
      if (earlier === undefined) positions.set(id, index);
      else problems.push({ field: 'id', problem: `is the same as in product ${earlier + 1}` });
    }
    if (problems.length > 0) {
      invalid += 1;
      for (const problem of problems)
        if (errors.length < MAX_LISTED) errors.push(describeProblem(index, entry, problem));
    } else if (product !== null) products.push(product);
  });
  if (invalid > 0) return { ok: false, message: `${invalid} of ${data.length} products are not valid.`, errors };

  const inStock = products.filter((product) => product.quantity > 0);
  if (inStock.length === 0) return refusedFile(`The ${called} has no products in stock.`);
  const categories = new Set(inStock.map((product) => product.category).filter((category) => category !== null));
  return {
    ok: true,
    products,
    stats: {
      categoriesFound: categories.size,
      totalProducts: products.length,
      productsWithStock: inStock.length,
    },
    warnings: warnings.lines(),
  };
};

/** Returns the result for a file that is refused as a whole. */
export const refusedFile = (message: string): InventoryFile => ({ ok: false, message, errors: [message] });

const parseText = (text: string): { value: unknown } | { problem: string } => {
  // Some editors write a byte order mark, which JSON does not allow.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { problem: 'is empty.' };
  try {
    return { value: JSON.parse(json) };
  } catch {
    const cutOff = /^\s*\{/.test(json) && !/\}\s*$/.test(json);
    return { problem: cutOff ? 'is incomplete: it ends too early.' : 'is not valid JSON.' };
  }
};

/** Returns the text of a problem: `Product 3 (id "A-17"): qty must be …`. A sync stores it, so all of it can be stored. */
const describeProblem = (index: number, entry: unknown, { field, problem }: ProductProblem): string => {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  const named =
    typeof id === 'string' || typeof id === 'number' ? ` (id "${storable(String(id).trim().slice(0, 60))}")` : '';
  return `Product ${index + 1}${named}: ${field === null ? '' : `${field} `}${problem}`;
};
