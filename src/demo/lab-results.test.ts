import { expect, test } from 'vitest';
import { demoProducts } from './catalogue.ts';
import { readDemoLabResult } from './lab-results.ts';

const products = demoProducts();

test('the demo shows tiers, batches and lab results on some products, and one that has expired', () => {
  const share = (has: (product: (typeof products)[number]) => unknown) => products.filter(has).length / products.length;
  expect(share(({ tiers }) => tiers)).toBeGreaterThan(0.05);
  expect(share(({ tiers }) => tiers)).toBeLessThan(0.5);
  expect(share(({ batch }) => batch)).toBeGreaterThan(0.3);
  expect(share(({ lab }) => lab)).toBeGreaterThan(0.2);
  expect(share(({ lab }) => lab)).toBeLessThan(0.8);
  expect(products.some(({ lab }) => lab && lab.expires < '2026-11-01')).toBe(true);
  expect(products.some(({ batch, lab }) => lab && !batch)).toBe(false);
});

test('the file of every result is a PDF whose table points at its objects', () => {
  for (const { lab, batch } of products) {
    if (!lab) continue;
    const page = readDemoLabResult(lab.url)!;
    expect(page).toMatch(/^%PDF-1\.4\n[\s\S]+%%EOF\n$/);
    expect(page).toContain(`(Batch: ${batch})`);
    expect(Buffer.from(page, 'latin1').toString('latin1')).toBe(page);
    const start = Number(/startxref\n(\d+)/.exec(page)![1]);
    expect(page.slice(start, start + 4)).toBe('xref');
    [...page.matchAll(/^(\d{10}) 00000 n/gm)].forEach(([, offset], index) => {
      expect(page.slice(Number(offset)).startsWith(`${index + 1} 0 obj`)).toBe(true);
    });
  }
});

test.each(['demo/none.pdf', 'FL-001.pdf', 'demo/', 'demo/x950-harbor.jpg'])('the demo has no result "%s"', (path) => {
  expect(readDemoLabResult(path)).toBeNull();
});
