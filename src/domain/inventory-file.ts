import { type Called, MISSING, type ProductProblem, type ReadContext } from './inventory-file-fields.ts';
import { FILE_FIELDS, type FileProduct, findId, readProduct } from './inventory-file-product.ts';
import { jsonMistake } from './json-place.ts';
import { isTooManyBad, type LeftOut } from './left-out-rows.ts';
import { ProblemList } from './problem-list.ts';
import { formatCount, MAX_LISTED, storable } from './text.ts';
import { idKey } from './typed-text.ts';

export type { FileProduct } from './inventory-file-product.ts';

/** The figures that an upload returns about its file (behavior 9.7). */
export interface FileStats {
  /** The number of different categories among the products in stock. */
  categoriesFound: number;
  totalProducts: number;
  /** Products with a quantity of at least 1. */
  productsWithStock: number;
}

/** The result of reading a file or a feed. `leftOut` has the rows of a feed that cannot be used. */
export type InventoryFile =
  | { ok: true; products: FileProduct[]; stats: FileStats; warnings: string[]; leftOut: LeftOut }
  | { ok: false; message: string; errors: string[] };

/** How a file is read. */
export interface FileOptions extends Pick<ReadContext, 'imageOrigin' | 'plainText'> {
  called?: Called;
}

/**
 * Reads and checks an inventory file, given as text or as parsed JSON (behavior 9.6). One error refuses all of a file. A
 * feed is read without the rows that have errors, unless there are too many of them (behavior 9.11). Each error names the
 * position, id and field of the product, and at most 100 errors are listed. Images may begin with `imageOrigin`. Any other
 * address is left out with a warning.
 */
export const readInventoryFile = (content: unknown, { called = 'file', ...options }: FileOptions): InventoryFile => {
  const document = typeof content === 'string' ? parseText(content) : { value: content };
  const found = 'problem' in document ? document : dataOf(document.value);
  if ('problem' in found) {
    const message = `The ${called} ${found.problem}`;
    const hint = typeof content === 'string' ? hintOn(content, found.problem, called) : null;
    return hint === null ? refusedFile(message) : { ok: false, message, errors: [`${message} ${hint}`] };
  }
  return readProducts(found.data, { called, ...options });
};

const dataOf = (value: unknown): { data: readonly unknown[] } | { problem: string } => {
  const shape = 'must be a JSON object with a "data" list of products';
  if (Array.isArray(value)) return { problem: `${shape}, not a list.` };
  if (typeof value !== 'object' || value === null) return { problem: `${shape}.` };
  const data: unknown = 'data' in value ? value.data : undefined;
  if (!Array.isArray(data)) return { problem: `${shape}; it has no "data" list.` };
  return data.length === 0 ? { problem: 'has no products.' } : { data };
};

/** An entry of the "data" list that has errors. */
interface BadEntry {
  index: number;
  entry: unknown;
  /** Null if it cannot be read. */
  id: string | null;
  problems: ProductProblem[];
}

const readProducts = (data: readonly unknown[], options: FileOptions & { called: Called }): InventoryFile => {
  const { called } = options;
  const products: FileProduct[] = [];
  const warnings = new ProblemList('products');
  const bad = new BadEntries();
  const findOther = findSharedIds(data, called);
  data.forEach((entry, index) => {
    const problems: ProductProblem[] = [];
    const left: ProductProblem[] = [];
    const { product, id } = readProduct(entry, {
      ...options,
      error: (field, problem) => problems.push({ field, problem }),
      warn: (field, problem) => left.push({ field, problem }),
    });
    const other = id === null ? undefined : findOther(id, index);
    if (other !== undefined) problems.push({ field: 'id', problem: `is the same as in product ${other + 1}` });
    if (problems.length > 0) bad.add({ index, entry, id, problems });
    else if (product !== null) {
      products.push(product);
      for (const warning of left) addTo(warnings, index, entry, warning);
    }
  });
  const isRefused = called === 'file' || isTooManyBad(bad.count, data.length) || products.length === 0;
  if (bad.count > 0 && isRefused) {
    return { ok: false, message: `${bad.count} of ${data.length} products are not valid.`, errors: bad.errors() };
  }

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
    warnings: withMore(warnings),
    leftOut: bad.leftOut(),
  };
};

/**
 * Finds the entries that share an id. The returned function names another entry with the id of one, by its index. In a file
 * only the later ones are wrong. Nobody knows which row of a feed is right, so all of them are.
 */
const findSharedIds = (data: readonly unknown[], called: Called) => {
  const first = new Map<string, number>();
  const second = new Map<string, number>();
  data.forEach((entry, index) => {
    const read = findId(entry, called);
    if (read === null) return;
    const id = idKey(read);
    if (!first.has(id)) first.set(id, index);
    else if (!second.has(id)) second.set(id, index);
  });
  return (read: string, index: number): number | undefined => {
    const id = idKey(read);
    if (first.get(id) !== index) return first.get(id);
    return called === 'feed' ? second.get(id) : undefined;
  };
};

/** The entries with errors. Only the first are kept whole, because a million of them would not fit. */
class BadEntries {
  readonly #first: BadEntry[] = [];
  readonly #problems = new ProblemList('products');
  #saysFields = false;
  readonly #ids = new Set<string>();
  #hasUnknownId = false;
  count = 0;

  add(entry: BadEntry): void {
    this.count += 1;
    if (this.#first.length < MAX_LISTED) this.#first.push(entry);
    for (const problem of this.#problemsOf(entry)) addTo(this.#problems, entry.index, entry.entry, problem);
    if (entry.id === null) this.#hasUnknownId = true;
    else this.#ids.add(entry.id);
  }

  errors(): string[] {
    return this.#problems.lines().lines;
  }

  /** The first one that lacks a field also says which it has, because the file of another system has other names for them. */
  #problemsOf({ entry, problems }: BadEntry): ProductProblem[] {
    const lacksField = problems.some(({ problem }) => problem === MISSING);
    if (!lacksField || this.#saysFields || typeof entry !== 'object' || entry === null) return problems;
    this.#saysFields = true;
    const fields = Object.keys(entry).filter((field) => entry[field as never] !== undefined);
    if (fields.every((field) => FILE_FIELDS.includes(field))) return problems;
    return [...problems, { field: null, problem: `has the fields ${storable(fields.join(', ')).slice(0, 200)}` }];
  }

  leftOut(): LeftOut {
    const rows = this.#first.map(({ index, entry, id, problems }) => {
      // Each of fifty tags may have the same problem.
      const all = new Set(problems.map((problem) => problemText(entry, problem)));
      return { id, field: problems[0]!.field, message: `Product ${index + 1}: ${[...all].join('; ')}.` };
    });
    return { count: this.count, rows, ids: this.#ids, hasUnknownId: this.#hasUnknownId };
  }
}

/** Returns the result for a file that is refused as a whole. */
export const refusedFile = (message: string): InventoryFile => ({ ok: false, message, errors: [message] });

/** What a text is that is no file of products, or where it stops being one. */
const hintOn = (text: string, problem: string, called: Called): string | null =>
  (called === 'file' ? tableHint(text) : null) ??
  (problem === NOT_JSON ? jsonMistake(text.replace(/^\uFEFF/, '')) : null);

/** A table that was taken for a file of products. */
const tableHint = (text: string): string | null => {
  const [line = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/, 1);
  const isTable = /^[^{[<]*[,;\t][^{[<]*$/.test(line);
  return isTable
    ? `It looks like a table (CSV): "${storable(line).slice(0, 100)}". "Import products" reads tables.`
    : null;
};

const NOT_JSON = 'is not valid JSON.';

const parseText = (text: string): { value: unknown } | { problem: string } => {
  // Some editors write a byte order mark, which JSON does not allow.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { problem: 'is empty.' };
  try {
    return { value: JSON.parse(json) };
  } catch {
    const cutOff = /^\s*\{/.test(json) && !/\}\s*$/.test(json);
    return { problem: cutOff ? 'is incomplete: it ends too early.' : NOT_JSON };
  }
};

/** Returns the text of a problem: `Product 3 (id "A-17"): qty must be …`. A sync stores it, so all of it can be stored. */
const describeProblem = (index: number, entry: unknown, problem: ProductProblem): string => {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  const named =
    typeof id === 'string' || typeof id === 'number' ? ` (id "${storable(String(id).trim().slice(0, 60))}")` : '';
  return `Product ${index + 1}${named}: ${problemText(entry, problem)}`;
};

/** Problems that the value itself explains. A long text explains nothing. */
const OF_VALUE = /^must be (?!at most [\d,]+ characters)(?!.*left out)/;
const MOST_FOUND = 40;

/** The problem of a field with the value that was found. */
const problemText = (entry: unknown, { field, problem }: ProductProblem): string => {
  if (field === null) return problem;
  const found = OF_VALUE.test(problem) ? (entry as Readonly<Record<string, unknown>>)[field] : undefined;
  const isPlain = typeof found === 'number' ? Number.isFinite(found) : ['string', 'boolean'].includes(typeof found);
  if (!isPlain) return `${field} ${problem}`;
  const text = storable(JSON.stringify(found));
  return `${field} ${problem}, not ${text.length > MOST_FOUND ? `${text.slice(0, MOST_FOUND)}…` : text}`;
};

const addTo = (list: ProblemList, index: number, entry: unknown, problem: ProductProblem): void =>
  list.add(`${problem.field} ${problem.problem.replace(/".*"|\d+$/, '')}`, {
    text: () => describeProblem(index, entry, problem),
    place: index + 1,
  });

export const withMore = (list: ProblemList): string[] => {
  const { lines, more } = list.lines();
  return more === 0 ? lines : [...lines, `… and ${formatCount(more)} more`];
};
