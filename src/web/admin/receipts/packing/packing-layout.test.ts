import { expect, test } from 'vitest';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { densityOf as densityWith, PAPERS, type Paper } from './packing-layout.ts';

const receiptOf = (
  count: number,
  productName = 'Harbour Fog - 3.5G',
  notes = '',
): Pick<AdminReceipt, 'lines' | 'notes' | 'delivery'> => ({
  lines: Array.from({ length: count }, (_, index) => ({
    productId: index,
    productName,
    size: null,
    productBrand: 'Fernhill',
    quantity: 1,
    unitPrice: '40.00',
    totalPrice: '40.00',
    batch: null,
    batchConfirmed: null,
  })),
  notes,
  delivery: null,
});

const densityOf = (receipt: ReturnType<typeof receiptOf>, paper: Paper, license: string | null = null) =>
  densityWith(receipt, paper, license);

test('a short receipt is roomy, and a longer one moves closer, on every paper', () => {
  for (const paper of PAPERS) {
    const seen = Array.from({ length: 60 }, (_, index) => densityOf(receiptOf(index + 1), paper));
    expect(seen[0]).toBe('roomy');
    expect(seen.at(-1)).toBe('closest');
    const order = ['roomy', 'close', 'closest'];
    expect(seen.map((density) => order.indexOf(density))).toEqual(
      seen.map((density) => order.indexOf(density)).toSorted(),
    );
  }
});

test('long names, notes, a license and an address take room too', () => {
  const name = 'Harbour Fog by Fernhill, cold-cured live rosin from fresh frozen flower - 3.5G';
  expect(densityOf(receiptOf(6), 'label')).toBe('roomy');
  expect(densityOf(receiptOf(6, name), 'label')).not.toBe('roomy');
  expect(densityOf(receiptOf(6, 'Fog', 'Ring twice.\n'.repeat(8)), 'label')).not.toBe('roomy');
  expect(densityOf(receiptOf(8), 'label')).toBe('roomy');
  expect(densityOf(receiptOf(8), 'label', 'License C10-0000123-LIC')).not.toBe('roomy');
  const delivery = {
    ...{ name: 'Fern Harbor', lines: '12 Harbor Street\nUnit 4', city: 'Astoria', region: 'OR', postalCode: '97103' },
    ...{ country: 'United States', phone: null },
  };
  expect(densityOf(receiptOf(5), 'label')).toBe('roomy');
  expect(densityOf({ ...receiptOf(6), delivery }, 'label')).not.toBe('roomy');
});
