import { isGuarded, UTF8_MARK, withFormulaGuard } from '#domain/text.ts';

/** Saves a file to the downloads of this device. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

/** Rows as a CSV file (behavior 2.8). The writer is a lazy part. */
export const rowsCsv = async (header: readonly string[], rows: readonly (readonly unknown[])[]): Promise<Blob> => {
  const { default: Papa } = await import('papaparse');
  const cells = [header, ...rows].map((row) => row.map(withFormulaGuard));
  const text = `${UTF8_MARK}${Papa.unparse(cells, { quotes: isGuarded, newline: '\r\n' })}\r\n`;
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
};
