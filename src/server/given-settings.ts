import { readFileSync } from 'node:fs';

/** A setting that stops the start. The message names it, in one line (behavior 1.5). */
export class SettingsError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings whose value can be in a file, which NAME_FILE names: secrets that not everybody may see. */
export const IN_FILES: readonly string[] = [
  'SHOP_ACCESS_CODE',
  'SHOP_ADMIN_PASSWORD',
  'DATABASE_URL',
  'INVENTORY_FEED_TOKEN',
  'ORDER_WEBHOOK_SECRET',
  'METRICS_TOKEN',
];

/** Settings that had another name in version 1.0, which is read if the one of today is absent. */
export const FORMER_NAMES: Readonly<Record<string, string>> = { ALARM_WEBHOOK_URL: 'ALERT_WEBHOOK_URL' };

export interface GivenSettings {
  /** The values as texts, by the names of today. */
  values: Record<string, string>;
  /** The name that gave a setting its value: its own, or another one. */
  source(name: string): string;
}

/**
 * Returns the settings that an environment gives, from wherever they are. An empty value counts as unset.
 *
 * @param names those of all settings
 * @throws SettingsError for a mistyped name, two values of one setting, or a file that cannot be read
 */
export const readGiven = (environment: Environment, names: readonly string[]): GivenSettings => {
  const given = new Map(Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  refuseMistyped([...given.keys()], names);
  const sources = new Map<string, string>();
  for (const name of IN_FILES) {
    const ofFile = `${name}_FILE`;
    const path = given.get(ofFile);
    if (path === undefined) continue;
    if (given.has(name)) throw new SettingsError(`${name} and ${ofFile} are both set. Set one of them.`);
    given.set(name, readSecret(ofFile, path));
    sources.set(name, ofFile);
  }
  for (const [name, former] of Object.entries(FORMER_NAMES)) {
    const value = given.get(former);
    if (value === undefined) continue;
    if ((given.get(name) ?? value) !== value) {
      throw new SettingsError(`${name} and ${former}, its former name, have different values. Set ${name} only.`);
    }
    if (!given.has(name)) sources.set(name, former);
    given.set(name, value);
  }
  const values = Object.fromEntries([...given].filter(([name]) => names.includes(name)));
  return { values, source: (name) => sources.get(name) ?? name };
};

/** Reads the secret in a file. An editor ends its line, which is not a part of it. */
const readSecret = (name: string, path: string): string => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SettingsError(`${name}=${path} is not usable: the file cannot be read (${code}).`);
  }
  if (text === '') throw new SettingsError(`${name}=${path} is not usable: the file is empty.`);
  return text;
};

const refuseMistyped = (given: readonly string[], settings: readonly string[]): void => {
  const names = [...settings, ...IN_FILES.map((name) => `${name}_FILE`), ...Object.values(FORMER_NAMES)];
  for (const name of given) {
    if (names.includes(name)) continue;
    const meant = names.find((setting) => isMistyped(name, setting));
    if (meant) throw new SettingsError(`${name} is not a setting of Greenroom, but nearly ${meant}. Correct the name.`);
    if (name.startsWith('SHOP_')) {
      throw new SettingsError(`${name} is not a setting of Greenroom. The README lists them all.`);
    }
  }
};

/** Shorter names are near to too many others. */
const SHORTEST = 9;
/** In a name of this length two mistakes still leave no doubt. */
const SHORTEST_WITH_TWO = 12;

/** Returns whether a name is that of a setting with one mistake, or with two if it is long. */
export const isMistyped = (name: string, setting: string): boolean => {
  if (name.length < SHORTEST || setting.length < SHORTEST) return false;
  return mistakes(name, setting) <= (setting.length < SHORTEST_WITH_TWO ? 1 : 2);
};

/** How many characters were added, left out, changed or swapped with their neighbor. */
const mistakes = (typed: string, meant: string): number => {
  const rows = [Array.from({ length: meant.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= typed.length; row++) {
    const [before, last] = [rows[row - 2], rows[row - 1]!];
    const now = [row];
    for (let column = 1; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      const least = Math.min(last[column]! + 1, now[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      now.push(before && isSwapped ? Math.min(least, before[column - 2]! + 1) : least);
    }
    rows.push(now);
  }
  return rows.at(-1)!.at(-1)!;
};
