/** The columns that everybody sees until somebody changes them. `price` is the base price. */
const USUAL = [
  'name',
  'brand',
  'category',
  'description',
  'label',
  'qty',
  'price',
  'markup',
  'final',
  'status',
] as const;

/** All columns of the table. Each of them sorts. */
export const COLUMNS = [...USUAL, 'tiers', 'picture', 'tags', 'lab'] as const;
export type Column = (typeof COLUMNS)[number];

/** The title of a column, and its usual width in pixels. */
export const COLUMN_FACTS: Readonly<Record<Column, { title: string; width: number; align?: 'end' }>> = {
  name: { title: 'Name', width: 264 },
  brand: { title: 'Brand', width: 108 },
  category: { title: 'Category', width: 128 },
  description: { title: 'Description', width: 130 },
  label: { title: 'Weight / size', width: 176 },
  qty: { title: 'Qty', width: 132, align: 'end' },
  price: { title: 'Base', width: 124, align: 'end' },
  markup: { title: 'Markup', width: 108, align: 'end' },
  final: { title: 'Final', width: 88, align: 'end' },
  status: { title: 'Status', width: 104, align: 'end' },
  tiers: { title: 'Tiers', width: 104 },
  picture: { title: 'Picture', width: 80 },
  tags: { title: 'Tags', width: 200 },
  lab: { title: 'Lab result until', width: 190 },
};

/** The least and the greatest width of a column in pixels. */
export const COLUMN_WIDTHS = { least: 72, most: 640 } as const;

/** A column of the table. Its width is null until somebody sets it. */
export interface ShownColumn {
  column: Column;
  width: number | null;
}

export const USUAL_COLUMNS: readonly ShownColumn[] = USUAL.map((column) => ({ column, width: null }));

/** Reads the columns of an address, such as `name,qty-90`. The name is always one of them, and unknown words are ignored. */
export const readColumns = (text: string): readonly ShownColumn[] => {
  const shown = new Map<Column, ShownColumn>();
  for (const word of text.split(',')) {
    const [, name, digits] = /^([a-z]+)(?:-(\d{1,4}))?$/.exec(word) ?? [];
    const column = COLUMNS.find((each) => each === name);
    if (column) shown.set(column, { column, width: digits === undefined ? null : within(Number(digits)) });
  }
  if (shown.size === 0) return USUAL_COLUMNS;
  const { name = { column: 'name', width: null }, ...others } = Object.fromEntries(shown);
  return [name as ShownColumn, ...Object.values(others)];
};

/** How long lab results hold is beside what they are about, and all of it fits a wide page. */
const LAB_COLUMNS: readonly ShownColumn[] = USUAL_COLUMNS.filter(({ column }) => column !== 'price').map((shown) =>
  shown.column === 'description' ? { column: 'lab', width: null } : shown,
);

/** Labels to check have room for what they should be. */
const LABEL_COLUMNS: readonly ShownColumn[] = USUAL_COLUMNS.filter(({ column }) => column !== 'description').map(
  (shown) => (shown.column === 'label' ? { column: 'label', width: 244 } : shown),
);

/** The columns of a view. A list of lab results, or of labels to check, has its own until somebody chooses other columns. */
export const shownColumns = (
  words: string,
  { lab, label }: Record<'lab' | 'label', string | null>,
): readonly ShownColumn[] => {
  if (words !== '') return readColumns(words);
  return lab !== null ? LAB_COLUMNS : label === 'check' ? LABEL_COLUMNS : USUAL_COLUMNS;
};

/** The words of columns in an address; "" for the usual ones. */
export const columnWords = (columns: readonly ShownColumn[]): string => {
  const words = columns.map(({ column, width }) => (width === null ? column : `${column}-${within(width)}`));
  return words.join() === USUAL.join() ? '' : words.join();
};

const within = (width: number): number =>
  Math.round(Math.min(Math.max(width, COLUMN_WIDTHS.least), COLUMN_WIDTHS.most));

/** Puts a column one place to the left (-1) or to the right (1). The name stays first. */
export const moveColumn = (columns: readonly ShownColumn[], column: Column, by: -1 | 1): readonly ShownColumn[] => {
  const from = columns.findIndex((each) => each.column === column);
  const to = from + by;
  if (from < 1 || to < 1 || to >= columns.length) return columns;
  const moved = [...columns];
  [moved[from], moved[to]] = [moved[to]!, moved[from]!];
  return moved;
};
