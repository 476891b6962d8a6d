import type { KeyboardEvent } from 'react';

/** The keys that lead to another field, and how far. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

/**
 * Leads through a form with one field for each row: the arrow keys go up and down, and Enter, with which a scanner ends, goes
 * down. Returns true for Enter in the last field. The browser then submits the form, unless the caller prevents it.
 */
export const walkFields = (event: KeyboardEvent<HTMLInputElement>): boolean => {
  const { key, currentTarget: field } = event;
  const step = STEPS[key];
  if (step === undefined) return false;
  const fields = [...(field.form?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(field) + step];
  if (!next && key === 'Enter') return true;
  event.preventDefault();
  next?.focus();
  next?.select();
  return false;
};
