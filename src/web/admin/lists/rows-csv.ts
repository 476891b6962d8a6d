import { FORMULA } from '#domain/text.ts';

/** Rows as a CSV file (behavior 2.8). The writer is a lazy part. */
export const rowsCsv = async (header: readonly string[], rows: readonly (readonly unknown[])[]): Promise<Blob> => {
  const { default: Papa } = await import('papaparse');
  const text = `${Papa.unparse([[...header], ...rows.map((row) => [...row])], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
};
