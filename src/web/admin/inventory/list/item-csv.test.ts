import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { itemsCsv } from './item-csv.ts';

test('an export contains every value of an item unchanged, whatever its texts contain', async () => {
  const item = adminItem({
    id: 7,
    name: 'Oil, "cured"',
    description: 'Two\nlines',
    category: null,
    markupDollars: 6.5,
    tiers: [
      { from: 3, price: 18 },
      { from: 10, price: 16.5 },
    ],
    batch: 'B-12',
    lab: { tested: '2026-10-01', thc: '22.9 %', url: '/api/lab-results/a.pdf' },
  });
  const { data } = Papa.parse(await (await itemsCsv([item])).text(), { header: true, skipEmptyLines: true });
  expect(data).toEqual([
    {
      id: '7',
      name: 'Oil, "cured"',
      brand: 'Moss House',
      category: '',
      description: 'Two\nlines',
      weightLabel: '',
      quantity: '10',
      price: '20',
      markupDollars: '6.5',
      isActive: 'true',
      tiers: '3 = 18.00; 10 = 16.50',
      batch: 'B-12',
      labTested: '2026-10-01',
      labExpires: '',
      labThc: '22.9 %',
      labCbd: '',
      labUrl: '/api/lab-results/a.pdf',
    },
  ]);
});

test('a spreadsheet does not run an exported text as a formula', async () => {
  const file = await itemsCsv([adminItem({ id: 1, name: '=HYPERLINK("http://x")', description: '@sum' })]);
  const csv = await file.text();
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(csv).toContain("'@sum");
});
