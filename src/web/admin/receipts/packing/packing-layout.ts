import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { parcelLines } from '#domain/delivery-address.ts';
import { lineName } from '#domain/line-name.ts';
import { localStore } from '../../../browser/safe-storage.ts';

/** The papers of packing lists (behavior 7.23). */
export const PAPERS = ['a4', 'label'] as const;
export type Paper = (typeof PAPERS)[number];

/** How close the lines are. The closest has two columns. */
export type Density = 'roomy' | 'close' | 'closest';

/** How many lines of text fit below the head of a page, and how many characters a line of each density takes. */
const ROOM: Readonly<Record<Paper, Readonly<Record<Density, { lines: number; characters: number }>>>> = {
  a4: {
    roomy: { lines: 32, characters: 70 },
    close: { lines: 40, characters: 88 },
    closest: { lines: 92, characters: 48 },
  },
  label: {
    roomy: { lines: 17, characters: 34 },
    close: { lines: 26, characters: 44 },
    closest: { lines: 70, characters: 26 },
  },
};

const DENSITIES: readonly Density[] = ['roomy', 'close', 'closest'];

interface Text extends Pick<AdminReceipt, 'lines' | 'notes' | 'delivery'> {
  license: string | null;
}

/** Lines of text of a receipt: each product's name, and its brand and batch below it, the address, the notes, and the license. */
const textLines = ({ lines, notes, delivery, license }: Text, characters: number): number => {
  const ofText = (text: string) => Math.max(1, Math.ceil(text.length / characters));
  const products = lines.reduce((sum, line) => sum + ofText(lineName(line)) + 1, 0);
  const written = notes === '' ? 0 : 1 + notes.split('\n').reduce((sum, line) => sum + ofText(line), 0);
  const address = delivery === null ? [] : parcelLines(delivery);
  const parcel = address.reduce((sum, line) => sum + ofText(line), delivery === null ? 0 : 2);
  return products + written + parcel + (license === null ? 0 : 1 + ofText(license));
};

/** The widest setting in which a receipt fits on one page. A longer one goes on on the next page. */
export const densityOf = (
  receipt: Pick<AdminReceipt, 'lines' | 'notes' | 'delivery'>,
  paper: Paper,
  license: string | null,
): Density =>
  DENSITIES.find((density) => {
    const { lines, characters } = ROOM[paper][density];
    return textLines({ ...receipt, license }, characters) <= lines;
  }) ?? 'closest';

const KEY = 'greenroom-packing-paper';

/** The paper that was used last on this device. */
export const storedPaper = (): Paper => PAPERS.find((paper) => paper === localStore.getItem(KEY)) ?? 'a4';

export const storePaper = (paper: Paper): void => localStore.setItem(KEY, paper);
