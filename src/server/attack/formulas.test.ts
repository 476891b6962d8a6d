import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { addPayment } from '#contract/payments.admin.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { updateUser } from '#contract/users.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildBuyer } from '../testing/buyers.ts';
import { nameOf } from '../testing/calls.ts';
import { buildAdmin, buildItem } from '../testing/factories.ts';

/** How spreadsheets begin a formula, also behind signs that nobody sees. */
const BEGINNINGS = [
  '=',
  '+',
  '-',
  '@',
  '|',
  '＝',
  '＋',
  '－',
  '＠',
  '\u200b=',
  '\ufeff@',
  '\u2212',
  "'=",
  ';=',
  'a;@',
  'a\t-',
];
/** Signs that separate cells. A spreadsheet follows the settings of its machine, and not the file. */
const SEPARATORS = [',', ';', '\t'];
const CSV = ENDPOINTS.filter(({ path }) => path.endsWith('.csv'));

/** True if a spreadsheet reads it as a formula: it skips the guard of nothing, and numbers are none. */
const isFormula = (cell: string): boolean =>
  /^[\s\p{Cf}]*[=+\-@|−＝＋－＠]/u.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);

bothDatabases((shop) => {
  test('no text that a member or an admin enters is a formula in any export', async () => {
    const admin = await buildAdmin(shop());
    for (const beginning of BEGINNINGS) {
      const evil = `${beginning}cmd|'/c calc'!A1`;
      const buyer = await buildBuyer(shop(), { username: `-${buyerName(beginning)}` });
      await buyer.call(updateUser, { body: { signalUsername: evil } });
      const change = { params: { id: buyer.id }, body: { memberType: evil } };
      expect((await admin.call(updateAnyUser, change)).status).toBe(200);
      const { id } = await buildItem(shop(), { name: evil, brand: evil });
      await buyer.add(id);
      await buyer.call(setCartNotes, { body: { notes: evil } });
      const { receipt } = (await buyer.confirm()).body;
      const payment = { kind: 'received', dollars: '1.00', txid: evil } as const;
      expect((await admin.call(addPayment, { params: { id: receipt.id }, body: payment })).status).toBe(201);
      await admin.call(moveReceipt, { params: { id: receipt.id }, body: { status: 'paid', note: evil } });
      await admin.call(grantPoints, { body: { username: buyer.username, points: 5, reason: evil } });
    }
    for (const endpoint of CSV) {
      const { status, text } = await admin.call(endpoint);
      expect(status).toBe(200);
      for (const delimiter of SEPARATORS) {
        const rows = Papa.parse<string[]>(text, { skipEmptyLines: true, delimiter }).data;
        expect(rows.length, nameOf(endpoint)).toBeGreaterThan(BEGINNINGS.length);
        expect(rows.flat().filter(isFormula), `${nameOf(endpoint)}, separated by ${JSON.stringify(delimiter)}`).toEqual(
          [],
        );
      }
      const cells = Papa.parse<string[]>(text, { skipEmptyLines: true, delimiter: ',' }).data.flat();
      expect(
        cells.some((cell) => cell.startsWith("'")),
        nameOf(endpoint),
      ).toBe(true);
    }
  });
});

/** A name for each, because user names have letters only. */
const buyerName = (beginning: string): string => `m${[...beginning].map((sign) => sign.codePointAt(0)).join('-')}`;
