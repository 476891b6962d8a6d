import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import Papa from 'papaparse';
import { FORMULA } from '#domain/text.ts';

export type CsvRow = readonly (string | number | null)[];

/** Rows as CSV. A text that a spreadsheet would run as a formula gets a leading quote (behavior 2.8). Numbers stay numbers. */
export const csvText = (rows: readonly CsvRow[]): string =>
  Papa.unparse(rows as unknown[][], { escapeFormulae: FORMULA, newline: '\r\n' });

/** Sends a CSV file page by page, so that a long list fills neither the memory nor the database's time. */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  pages: AsyncIterable<readonly CsvRow[]>,
): undefined => {
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`)
    .header('Cache-Control', 'no-store')
    .send(Readable.from(csvLines(header, pages)));
};

const csvLines = async function* (
  header: readonly string[],
  pages: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string> {
  yield `${csvText([header])}\r\n`;
  for await (const rows of pages) if (rows.length > 0) yield `${csvText(rows)}\r\n`;
};
