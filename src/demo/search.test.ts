import { expect, test } from 'vitest';
import { checkLabel } from '#domain/label-check.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import { findSimilar } from '#domain/similar-search.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import { productsOfMonth } from './catalogue.ts';
import { NOT_FOUND, QUERIES } from './testing/search-queries.ts';
import { shown } from './testing/shown.ts';

/** The demo as members see it, with its doubtful labels. */
const products = productsOfMonth('2026-11')
  .map(shown)
  .map((product) => {
    const weightLabel = isWeightLabel(product.weightLabel) ? product.weightLabel : null;
    return { ...product, labelDoubtful: checkLabel({ ...product, weightLabel }) !== null };
  });

test.each(QUERIES)('"%s" finds %s first', (search, first) => {
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, false);
  const ids = [...counted, ...more, ...findSimilar(products, search).products].map(({ externalId }) => externalId);
  const expected = first.split(' ');
  expect(ids.slice(0, expected.length).map((id, at) => (id.startsWith(expected[at]!) ? expected[at] : id))).toEqual(
    expected,
  );
});

test.each(NOT_FOUND)('"%s" does not find %s', (search, name) => {
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, false);
  expect([...counted, ...more].map((product) => product.name).filter((found) => name.test(found))).toEqual([]);
});

test('the tables are long enough to trust', () => {
  expect(new Set(QUERIES.map(([search]) => search)).size).toBeGreaterThanOrEqual(200);
  expect(new Set(NOT_FOUND.map(([search]) => search)).size).toBeGreaterThanOrEqual(40);
});
