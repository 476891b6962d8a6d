import { readImportRows } from '../src/domain/import-rows.ts';
import type { ImportFile } from '../src/domain/import-table.ts';
import { readImport } from '../src/server/features/imports/read-import.ts';
import { plainText } from '../src/server/lib/plain-text.ts';
import { call, longestBlock, signInAdmin, withShop } from './fixtures.ts';
import { type Figure, type Part, timed } from './part.ts';
import { onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { median } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const ROWS = scaled(20_000);
const FILE = 'export.csv';

/** A large file of another system: its preview, compared with reading the file once in this process. */
export const imports: Part = {
  name: 'imports',
  measure: async () => {
    const figures = await onBothEngines(({ name, settings }) =>
      withShop((shop) => measureImports(shop, name), settings),
    );
    return { figures: figures.flat() };
  },
};

interface Created {
  import: { id: string; mapping: unknown };
}

const measureImports = async (shop: Running, engine: string): Promise<Figure[]> => {
  const token = await signInAdmin(shop);
  const bytes = Buffer.from(shopifyFile(ROWS));
  const times = { read: [] as number[], plan: [] as number[] };
  let block = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), FILE);
    const { import: made } = await call<Created>(shop, token, ['POST', '/api/admin/imports', form]);
    times.read.push(await timed(async () => readRows(bytes)));
    await longestBlock(shop);
    const asked = { mapping: made.mapping, mode: 'add' };
    times.plan.push(await timed(() => call(shop, token, ['PUT', `/api/admin/imports/${made.id}`, asked])));
    block = Math.max(block, await longestBlock(shop));
  }
  const count = ROWS.toLocaleString('en-US');
  const ratio = median(times.plan.map((time, round) => time / times.read[round]!));
  return [
    { name: `Reading a file of ${count} rows once, ${engine}`, value: median(times.read), unit: 'ms' },
    { name: `Preview of its import, ${engine}`, value: median(times.plan), unit: 'ms' },
    { name: `Preview instead of reading, ${engine}`, value: ratio, unit: 'times', bar: 3 },
    { name: `Longest block of the event loop meanwhile, ${engine}`, value: block, unit: 'ms' },
  ];
};

/** From the bytes to what each row says of its product. */
const readRows = (bytes: Uint8Array) => {
  const file = readImport(bytes, FILE) as ImportFile;
  return readImportRows(file, file.mapping, { imageOrigin: null, plainText });
};

const SIZES = ['3.5g', '7g', '14g', '28g'];
const COLUMNS =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status';

/** An export of Shopify: four sizes of each product, and the facts of the product in the row of its first. */
const shopifyFile = (rows: number): string => {
  const lines = Array.from({ length: rows }, (_, row) => {
    const product = Math.floor(row / SIZES.length);
    const facts =
      row % SIZES.length === 0
        ? `Product ${product},"<p>Strain: Blue ${product}. A calm evening, in a jar.</p>",Fern & Field,Flower,"indica, new",true,Size`
        : ',,,,,,';
    return `product-${product},${facts},${SIZES[row % SIZES.length]},SKU-${row},${row % 50},${10 + (row % 90)}.50,active`;
  });
  return [COLUMNS, ...lines, ''].join('\n');
};
