/**
 * How many searches of a table find their product first, by the specified rule alone and with all rules:
 * `node --import tsx bench/search-table.ts`, or with a menu and a table of one's own: `… MENU.customization TABLE.json`.
 * The table is a list of pairs: a search, and a pattern that the id and the name of the first product have ("id name").
 */
import { readFileSync } from 'node:fs';
import { productsOfMonth } from '../src/demo/catalogue.ts';
import { QUERIES } from '../src/demo/testing/search-queries.ts';
import { shown } from '../src/demo/testing/shown.ts';
import { ALL_CATEGORIES } from '../src/domain/categories.ts';
import { checkLabel } from '../src/domain/label-check.ts';
import { ALL_BRANDS, filterProducts } from '../src/domain/search.ts';
import { findBySearch, PRODUCT_SEARCH } from '../src/domain/search-results.ts';
import { findSimilar } from '../src/domain/similar-search.ts';
import { isWeightLabel } from '../src/domain/weight-labels.ts';

const [menuFile, tableFile] = process.argv.slice(2);
const menu = menuFile ? JSON.parse(readFileSync(menuFile, 'utf8')).data : productsOfMonth('2026-11');
const table: [string, string][] = tableFile
  ? JSON.parse(readFileSync(tableFile, 'utf8'))
  : QUERIES.map(([search, first]) => [search, `^${first.split(' ')[0]}`]);

const products = (menu as ReturnType<typeof productsOfMonth>).map(shown).map((product) => {
  const weightLabel = isWeightLabel(product.weightLabel) ? product.weightLabel : null;
  return { ...product, labelDoubtful: checkLabel({ ...product, weightLabel }) !== null };
});

let before = 0;
let now = 0;
for (const [search, pattern] of table) {
  const isFirst = (product = products[-1]) =>
    product !== undefined && new RegExp(pattern, 'i').test(`${product.externalId} ${product.name}`);
  const specified = filterProducts(products, { search, brand: ALL_BRANDS, category: ALL_CATEGORIES });
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, false);
  const all = [...counted, ...more, ...findSimilar(products, search).products];
  if (isFirst(specified[0])) before += 1;
  if (isFirst(all[0])) now += 1;
  else process.stdout.write(`Not first: "${search}" finds ${all[0]?.name ?? 'nothing'}\n`);
}
process.stdout.write(`${table.length} searches. First by the specified rule: ${before}. First now: ${now}.\n`);
