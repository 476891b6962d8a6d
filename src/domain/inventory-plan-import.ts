import type { CategoryMap } from './category-map.ts';
import { type NearCategory, nearCategories } from './category-warnings.ts';
import { MOST_PIECES } from './file-numbers.ts';
import { changedFields } from './import-changes.ts';
import { FIELD_NAMES, type ImportField, type ImportMapping, type ImportMode } from './import-mapping.ts';
import { type WantedPicture, WantedPictures } from './import-pictures.ts';
import { problemKind } from './import-problems.ts';
import { type ImportProblem, type ImportRow, wordsId } from './import-rows.ts';
import { withMore } from './inventory-file.ts';
import { type FileProduct, readProduct } from './inventory-file-product.ts';
import { type InventoryItem, isInHouseBrand, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import { changeItem, countRows, type Plan, type PlanRow } from './inventory-plan.ts';
import { editedValues } from './inventory-plan-edits.ts';
import { planAdd, planReplace } from './inventory-plan-file.ts';
import { stockValues } from './inventory-plan-stock.ts';
import { readItemEdit } from './item-edit.ts';
import { ProblemList } from './problem-list.ts';
import { counted, formatCount } from './text.ts';
import { foldName } from './typed-text.ts';

/** The results for the rows of a file: rows = applied + skipped + refused. */
export interface ImportStats {
  rows: number;
  applied: number;
  skipped: number;
  refused: number;
}

/** A plan, and what becomes of every row. */
export interface ImportPlan extends Plan {
  stats: ImportStats;
  problems: ImportProblem[];
  /** Those of the warnings that are only good to know. */
  facts: readonly string[];
  /** The pictures to fetch from other servers once the plan is applied. */
  pictures: readonly WantedPicture[];
  /** The categories of the rows that are applied. */
  categories: readonly string[];
  /** New ones among them that are nearly one in use. */
  nearCategories: readonly NearCategory[];
}

interface ImportRequest {
  /** Every item of the shop, also those that are not listed. */
  items: readonly InventoryItem[];
  rows: readonly ImportRow[];
  categories: CategoryMap;
  /** The categories that the seller wants instead of those of the file. */
  useCategories: readonly NearCategory[];
  /** Problems of the file as a whole, which refuse every product. */
  ofFile: readonly ImportProblem[];
  columns: readonly string[];
  mapping: ImportMapping;
  mode: ImportMode;
  /** The ids are those of the panel's own export: the shop's numbers of its items. */
  hasOwnIds: boolean;
  defaultMarkupCents: number;
  imageOrigin: string | null;
  /** Pictures may be at http addresses and inside a private network. */
  isPrivateAllowed: boolean;
  /** The pieces that the feed has of an item; null for other items. */
  feedFigure: (item: InventoryItem) => number | null;
  /** The name of the file, for people. */
  name: string;
}

/** Plans an import (behavior 9.27). It is the same whenever inventory, file and mapping are. */
export const planImport = (request: ImportRequest): ImportPlan => {
  const planning = new ImportPlanning(request);
  for (const row of request.rows) planning.take(row);
  return planning.plan();
};

class ImportPlanning {
  readonly #request: ImportRequest;
  readonly #byId = new Map<string, InventoryItem>();
  readonly #byNumber = new Map<string, InventoryItem>();
  /** The items by brand, name and size, for an update without ids. */
  readonly #byWords = new Map<string, InventoryItem[]>();
  readonly #seen = new Map<string, number>();
  readonly #stats: ImportStats;
  readonly #problems: ImportProblem[];
  readonly #warnings = new ProblemList('rows');
  readonly #pictures: WantedPictures;
  readonly #rows: PlanRow[] = [];
  readonly #wanted: FileProduct[] = [];
  readonly #inactive = new Set<string>();
  readonly #noted = { roundedUp: 0, hidden: 0, sizes: 0 };
  /** The products whose sizes are the rows that are applied, by brand and name. */
  readonly #products = new Set<string>();
  /** The categories of the rows that are applied, by their folded names. */
  readonly #categories = new Map<string, string>();
  readonly #instead: ReadonlyMap<string, string>;

  constructor(request: ImportRequest) {
    this.#request = request;
    this.#stats = { rows: request.rows.length, applied: 0, skipped: 0, refused: 0 };
    this.#problems = [...request.ofFile];
    this.#pictures = new WantedPictures(request.isPrivateAllowed);
    this.#instead = new Map(request.useCategories.map(({ name, use }) => [foldName(name), use]));
    for (const item of request.items) {
      this.#byId.set(item.externalId, item);
      if (request.hasOwnIds) this.#byNumber.set(String(item.id), item);
    }
    if (request.mode === 'update' && !request.mapping.fields.includes('id')) this.#knowByWords(request);
  }

  #knowByWords({ items, mapping: { fields } }: ImportRequest): void {
    const parts = (['brand', 'name', 'size'] as const).filter((field) => fields.includes(field));
    for (const item of items.filter(({ listed }) => listed)) {
      const words = wordsId(parts.map((field) => item[field]));
      this.#byWords.set(words, [...(this.#byWords.get(words) ?? []), item]);
    }
  }

  take(row: ImportRow): void {
    for (const warning of row.warnings) this.#warn(row, warning);
    this.#stats[this.#outcomeOf(this.#withCategory(row))] += 1;
  }

  #warn({ place }: ImportRow, warning: string): void {
    this.#warnings.add(problemKind({ column: null, message: warning }), { text: () => warning, place });
  }

  #withCategory(row: ImportRow): ImportRow {
    const { category } = row.given;
    const use = typeof category === 'string' ? this.#instead.get(foldName(category)) : undefined;
    return use === undefined ? row : { ...row, given: { ...row.given, category: use } };
  }

  plan(): ImportPlan {
    const { items, mapping, mode, defaultMarkupCents, name } = this.#request;
    const ofFile = [...this.#categories.values()];
    const inUse = items.filter(({ listed }) => listed).map(({ category }) => category);
    const facts = this.#facts();
    const rest = {
      ...{ stats: this.#stats, problems: this.#problems, facts, pictures: this.#pictures.all, categories: ofFile },
      nearCategories: nearCategories(this.#request.categories, { ofFile, inUse }),
    };
    const summary = `Imported ${name}: ${counted(this.#stats.applied, 'row')}`;
    if (mode !== 'replace') {
      const rows = withPictureRows(this.#rows, this.#pictures.all, this.#byId);
      const counts = countRows(items, rows);
      return { rows, counts, warnings: [...facts, ...withMore(this.#warnings)], summary, ...rest };
    }
    const markupCents = mapping.price === 'final' ? 0 : defaultMarkupCents;
    const plan = planReplace({
      items,
      products: this.#wanted,
      defaultMarkupCents,
      markupCents,
      inactive: this.#inactive,
    });
    const rows = withPictureRows(plan.rows, this.#pictures.all, this.#byId);
    const counts = countRows(items, rows);
    const warnings = [...facts, ...plan.warnings, ...withMore(this.#warnings)];
    return { rows, counts, warnings, summary, ...rest };
  }

  #facts(): string[] {
    const { roundedUp, hidden, sizes } = this.#noted;
    const products = this.#products.size;
    const negative = this.#request.rows.filter(({ isStockNegative }) => isStockNegative).length;
    const known = new Set(this.#request.items.map(({ category }) => foldName(category ?? '')));
    const names = [...this.#categories].flatMap(([key, name]) => (known.has(key) ? [] : [name]));
    return [
      ...(products < sizes ? [`${counted(sizes, 'item')}: the sizes of ${counted(products, 'product')}`] : []),
      ...(this.#request.mode === 'update' ? changedFields(this.#rows, this.#pictures.all) : []),
      ...(roundedUp > 0 ? [`${areCounted(roundedUp, 'price')} rounded up to whole dollars`] : []),
      ...(hidden > 0 ? [`${areCounted(hidden, 'item')} added inactive: members don't see what is not for sale`] : []),
      ...(negative > 0 ? [`${counted(negative, 'row')} with less than 0 in stock: counted as 0`] : []),
      ...(names.length > 0 ? [`${counted(names.length, 'new category', 'new categories')}: ${listed(names)}`] : []),
      ...this.#pictures.lines(),
    ];
  }

  #outcomeOf(row: ImportRow): Exclude<keyof ImportStats, 'rows'> {
    if (row.role === 'skipped') return 'skipped';
    if (row.role === 'part') return 'applied';
    if (this.#request.ofFile.length > 0) return 'refused';
    const problems = [...row.problems];
    if (row.id === null) {
      // Without a column of its own, the id comes from the name.
      const field = this.#request.mapping.fields.includes('id') ? 'id' : 'name';
      problems.push(this.#problem(row, field, sentence(field, 'is missing')));
    }
    const alike = this.#byWords.get(row.id ?? '') ?? [];
    if (alike.length > 1) {
      problems.push(this.#problem(row, 'name', `The shop has ${alike.length} products that this may be.`));
    }
    const known = row.id === null ? undefined : (alike[0] ?? this.#find(row.id));
    const id = known?.externalId ?? row.id;
    const first = id === null ? undefined : this.#seen.get(id);
    if (first !== undefined) problems.push(this.#problem(row, 'id', `The id is the same as in row ${first}.`));
    else if (id !== null) this.#seen.set(id, row.place);
    const outcome = problems.length > 0 ? 'refused' : this.#apply(withId(row, id!), known, problems);
    this.#problems.push(...problems);
    return problems.length > 0 ? 'refused' : outcome;
  }

  #find(id: string): InventoryItem | undefined {
    return this.#byNumber.get(id) ?? this.#byId.get(id);
  }

  /** Adds what a row does to the plan. `problems` gets what is wrong with it. */
  #apply(row: KnownRow, known: InventoryItem | undefined, problems: ImportProblem[]) {
    const { mode } = this.#request;
    if (mode === 'update') return known?.listed ? this.#update(row, known, problems) : 'skipped';
    if (mode === 'add' && known?.listed) return 'skipped';
    const product = this.#read(row, problems);
    if (product === null) return 'refused';
    const isHidden = row.isInactive || isInHouseBrand(product.brand);
    if (mode === 'replace' && product.quantity === 0) return 'skipped';
    const getsPictures = this.#pictures.add(row.id, row.pictures);
    if (mode === 'replace') {
      if (isHidden) this.#inactive.add(row.id);
      this.#wanted.push(product);
    } else {
      const { mapping, defaultMarkupCents } = this.#request;
      const markupCents = mapping.price === 'final' ? 0 : defaultMarkupCents;
      const pictures = getsPictures && { shopOwned: withImages([]), feedValues: { images: product.images } };
      const own = { markupCents, isActive: !isHidden, ...pictures };
      this.#rows.push(...planAdd(product, { item: known, own, defaultMarkupCents }).rows);
    }
    this.#noted.sizes += 1;
    this.#products.add(wordsId([product.brand, product.name]));
    this.#notePrice(product.priceCents);
    if (isHidden) this.#noted.hidden += 1;
    this.#noteCategory(product.category);
    return 'applied';
  }

  #notePrice(priceCents: number | undefined): void {
    if (this.#request.mapping.price === 'final' && priceCents !== undefined && priceCents % 100 !== 0) {
      this.#noted.roundedUp += 1;
    }
  }

  #noteCategory(category: string | null): void {
    if (category === null) return;
    const key = foldName(category);
    if (!this.#categories.has(key)) this.#categories.set(key, category);
  }

  #read(row: KnownRow, problems: ImportProblem[]): FileProduct | null {
    const { given } = row;
    const warnings: string[] = [];
    const { product } = readProduct(
      { ...given, id: row.id },
      {
        imageOrigin: this.#request.imageOrigin,
        called: 'file',
        error: (field, problem) => problems.push(this.#problem(row, field as ImportField, sentence(field, problem))),
        warn: (field, problem) => warnings.push(`Row ${row.place}: ${field} ${problem}`),
      },
    );
    for (const warning of warnings) this.#warn(row, warning);
    return problems.length > 0 ? null : product;
  }

  #update({ given, ...row }: KnownRow, item: InventoryItem, problems: ImportProblem[]) {
    const { qty, images: _, ...stated } = given;
    const { edit, errors } = readItemEdit(item, stated, this.#request.imageOrigin);
    problems.push(...errors.map((error) => this.#problem(row, fieldOf(error), `${error}.`)));
    if (edit.priceCents !== undefined && this.#request.mapping.price === 'final') edit.markupCents = 0;
    const pieces = qty === undefined ? null : this.#stockAfter(item, qty as number);
    if (pieces !== null && pieces > MOST_PIECES) {
      problems.push(this.#problem(row, 'qty', sentence('qty', 'must be at most 1,000,000,000')));
    }
    if (problems.length > 0) return 'refused';
    const stock = pieces === null ? {} : stockValues(item, pieces, this.#request.feedFigure(item));
    const values = editedValues(item, edit);
    // Pictures that arrive later belong to the shop, as all that an update sets.
    const owners = this.#pictures.add(row.id, row.pictures) ? { shopOwned: withImages(values.shopOwned!) } : {};
    const changed = changeItem(item, { ...values, ...owners, ...stock });
    if (changed !== null) {
      const isCounted = this.#request.mapping.quantity === 'set';
      const way = isCounted ? ('counted' as const) : ('moved' as const);
      this.#rows.push('quantity' in changed.after ? { ...changed, stock: way } : changed);
    }
    this.#notePrice(edit.priceCents);
    if (typeof given.category === 'string') this.#noteCategory(given.category);
    return 'applied';
  }

  #stockAfter({ quantity }: InventoryItem, pieces: number): number {
    return this.#request.mapping.quantity === 'add' ? quantity + pieces : pieces;
  }

  #problem({ place }: Pick<ImportRow, 'place'>, field: ImportField | null, message: string): ImportProblem {
    const { mapping, columns } = this.#request;
    const at = field === null ? -1 : mapping.fields.indexOf(field);
    return { row: place, column: at < 0 ? null : columns[at]!, message, question: null };
  }
}

type KnownRow = ImportRow & { id: string };

/** Most rows have the id of their item, and copying each of them takes as long as reading it. */
const withId = (row: ImportRow, id: string): KnownRow => (row.id === id ? (row as KnownRow) : { ...row, id });

/** A file that does not count its stock has blank cells. */
const sentence = (field: string | null, problem: string): string =>
  field === 'qty' && problem === 'is missing'
    ? 'The stock is blank. Please enter how many there are.'
    : `The ${FIELD_NAMES[field as ImportField] ?? 'row'} ${problem}.`;

const areCounted = (count: number, noun: string): string => `${counted(count, noun)} ${count === 1 ? 'is' : 'are'}`;

const MOST_NAMED = 5;

/** The first names of a list, and how many more there are. */
const listed = (names: readonly string[]): string => {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
};

/** An error of an edit begins with its field. */
const fieldOf = (error: string): ImportField => error.split(' ', 1)[0] as ImportField;

const withImages = (owned: readonly OwnableField[]): OwnableField[] =>
  OWNABLE_FIELDS.filter((field) => field === 'images' || owned.includes(field));

/**
 * Returns the rows with one for each product that gets pictures later, which says what it has until then. They are added to
 * that row when they arrive, so that Undo takes them back with everything else.
 */
const withPictureRows = (
  rows: PlanRow[],
  pictures: readonly WantedPicture[],
  known: ReadonlyMap<string, InventoryItem>,
): PlanRow[] => {
  if (pictures.length === 0) return rows;
  const byId = new Map(rows.map((row) => [row.externalId, row]));
  for (const { externalId } of pictures) {
    const item = known.get(externalId);
    const row = byId.get(externalId);
    if (item === undefined || (row && 'images' in row.after)) continue;
    const { id: itemId, name, images, shopOwned } = item;
    const base = row ?? { itemId, externalId, name, kind: 'changed' as const, before: {}, after: {} };
    const before = { shopOwned, ...base.before, images };
    byId.set(externalId, { ...base, before, after: { ...base.after, images } });
  }
  return [...byId.values()];
};
