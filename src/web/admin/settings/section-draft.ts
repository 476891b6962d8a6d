import { inWords } from './setting-fields.ts';
import { meantText } from './typed-values.ts';

/** The saved value of a field, as a text. */
export interface SavedValue {
  value: string | null;
  /** There is a value that a return to the default would remove. */
  canReset: boolean;
  /** Nobody reads it back. An empty field leaves it alone. */
  isSecret?: boolean;
  /** Only the operator changes it. */
  isLocked?: boolean;
}
export type SavedValues = Readonly<Record<string, SavedValue>>;

export interface Edit {
  /** Null returns to the default. */
  value: string | null;
  /** The saved value at that time. */
  seen: string | null;
}
export type Edits = Readonly<Record<string, Edit>>;

const UNSET: SavedValue = { value: null, canReset: false };

/** The text that would be saved; null for none. */
const nextValue = (key: string, { value }: Edit): string | null =>
  (value === null ? null : meantText(key, value)) || null;

/** Returns whether saving a field would change something. */
const isChange = (key: string, edit: Edit, saved: SavedValue): boolean => {
  const next = nextValue(key, edit);
  if (saved.isSecret && edit.value !== null && next === null) return false;
  return next === null ? saved.canReset : next !== saved.value;
};

/** The fields of a section that saving would change, with their new values. */
export const changesOf = (edits: Edits, saved: SavedValues): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(edits)
      .filter(([key, edit]) => isChange(key, edit, saved[key] ?? UNSET))
      .map(([key, edit]) => [key, nextValue(key, edit)]),
  );

/** Adds what a person has typed. The first time, it keeps what was saved then. */
export const withEdit = (edits: Edits, key: string, value: string | null, saved: SavedValues): Edits => ({
  ...edits,
  [key]: { value, seen: edits[key] ? edits[key].seen : (saved[key]?.value ?? null) },
});

export const withoutEdits = (edits: Edits, keys: readonly string[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([key]) => !keys.includes(key)));

/** Returns whether somebody else has saved another value since the person began to type. */
export const hasMoved = (edits: Edits, key: string, saved: SavedValues): boolean => {
  const [edit, now] = [edits[key], saved[key]];
  return edit !== undefined && now !== undefined && isChange(key, edit, now) && now.value !== edit.seen;
};

/** The problem of each field, and of the section as a whole. */
export interface Problems {
  fields: Readonly<Record<string, string>>;
  section: string | null;
}

export const NO_PROBLEMS: Problems = { fields: {}, section: null };

/** Sorts the sentences of a refusal. Each begins with the name of the setting that it is about. */
export const sortProblems = (sentences: readonly string[], keys: readonly string[]): Problems => {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const sentence of sentences) {
    const [, name] = /^([A-Z][A-Z0-9_]+)/.exec(sentence) ?? [];
    if (name !== undefined && keys.includes(name)) fields[name] ??= inWords(withoutName(sentence));
    else rest.push(inWords(sentence));
  }
  return { fields, section: rest.length > 0 ? rest.join(' ') : null };
};

/** Leaves out the name and the value of the setting, which the field above shows already. */
const withoutName = (sentence: string): string => {
  const [, problem] = /^[A-Z][A-Z0-9_]+=.* is not usable[^:]*: (.+)$/s.exec(sentence) ?? [];
  if (problem === undefined) return sentence.replace(/^[A-Z][A-Z0-9_]+(=\S+)?/, 'It');
  return problem.charAt(0).toUpperCase() + problem.slice(1);
};
