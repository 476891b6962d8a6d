/**
 * Spreadsheets run a text that begins so as a formula; a CSV puts a quote in front of it (decisions §8 "CSV"). Leading
 * quotes count as our own, so that reading back is exact.
 */
export const FORMULA = /^'*[=+\-@\t\r\n]/;
const GUARDED = /^''*[=+\-@\t\r\n]/;

/** The text that was exported: without the quote that guards against formulas. */
export const withoutFormulaGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
