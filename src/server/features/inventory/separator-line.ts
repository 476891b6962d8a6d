/** The line that some spreadsheets write to say what separates cells. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Returns a table without its line `sep=;`, and what that says; null for a table without one. */
export const readSeparatorLine = (text: string): { stated: string | null; table: string } => {
  const line = SEPARATOR_LINE.exec(text);
  return { stated: line?.[1] ?? null, table: line ? text.slice(line[0].length) : text };
};
