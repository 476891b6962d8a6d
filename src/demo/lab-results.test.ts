import { expect, test } from 'vitest';
import { demoProducts } from './catalogue.ts';
import { readDemoLabResult } from './lab-results.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const products = demoProducts(NOW);

test('the demo shows tiers, batches and lab results on some products, and one that has expired', () => {
  const share = (has: (product: (typeof products)[number]) => unknown) => products.filter(has).length / products.length;
  expect(share(({ tiers }) => tiers)).toBeGreaterThan(0.05);
  expect(share(({ tiers }) => tiers)).toBeLessThan(0.5);
  expect(share(({ batch }) => batch)).toBeGreaterThan(0.3);
  expect(share(({ lab }) => lab)).toBeGreaterThan(0.2);
  expect(share(({ lab }) => lab)).toBeLessThan(0.8);
  expect(products.some(({ batch, lab }) => lab && !batch)).toBe(false);
});

test('a result agrees with what the description states', () => {
  for (const { name, description, lab } of products) {
    if (!lab) continue;
    const tested = `THC ${lab.thc} CBD ${lab.cbd}`.replaceAll(' ', '');
    for (const [stated] of description?.matchAll(/(?:THC|CBD) \d[\d.]*(?:%|mg)/g) ?? []) {
      expect(tested, name).toContain(stated.replace(' ', ''));
    }
  }
});

test.each([0, 1, 40, 400, 3653, 36_525])(
  'a demo that starts %d days later has the same share of expired results, and none of the future',
  (days) => {
    const later = NOW + days * 86_400_000;
    const today = new Date(later).toISOString().slice(0, 10);
    const labs = demoProducts(later).flatMap(({ lab }) => lab ?? []);
    const expired = labs.filter(({ expires }) => expires < today).length;
    expect(expired).toBe(products.filter(({ lab }) => lab && lab.expires < '2026-11-22').length);
    expect(expired / labs.length).toBeGreaterThan(0.1);
    expect(expired / labs.length).toBeLessThan(0.4);
    expect(labs.every(({ tested }) => tested < today)).toBe(true);
  },
);

test('a file keeps the days of its month, and one without a month those of the first version', () => {
  const { id, lab } = products.find((product) => product.lab)!;
  const page = readDemoLabResult(lab!.url);
  expect(page).toContain(`(Tested: ${lab!.tested})`);
  expect(readDemoLabResult(`demo/${id}.pdf`)).toBe(page);
  const later = demoProducts(Date.parse('2036-11-22')).find((product) => product.id === id)!.lab!;
  expect(later.tested).toMatch(/^2035-|^2036-/);
  expect(readDemoLabResult(later.url)).toContain(`(Tested: ${later.tested})`);
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

test.each([
  'demo/none.pdf',
  'demo/2026-13/FL-001.pdf',
  'demo/2026-11/ZZ-001.pdf',
  'FL-001.pdf',
  'demo/',
  'demo/x950-harbor.jpg',
])('the demo has no result "%s"', (path) => {
  expect(readDemoLabResult(path)).toBeNull();
});
