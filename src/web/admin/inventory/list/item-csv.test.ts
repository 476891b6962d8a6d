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
    },
  ]);
});

test('a spreadsheet does not run an exported text as a formula', async () => {
  const file = await itemsCsv([adminItem({ id: 1, name: '=HYPERLINK("http://x")', description: '@sum' })]);
  const csv = await file.text();
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(csv).toContain("'@sum");
});
