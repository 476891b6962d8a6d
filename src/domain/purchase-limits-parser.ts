import { LIMIT_KINDS, LIMIT_UNITS, type LimitRule, type LimitUnit } from './purchase-limits.ts';

/** The place of a mistake in a text of limits, and what is wrong there. */
export interface LimitsMistake {
  /** Counted from 1, like `character`, which is the place in the whole text. */
  rule: number;
  character: number;
  /** The text from there to the end of the rule. */
  text: string;
  problem: string;
}

export type ParsedLimits = { rules: LimitRule[]; mistake: null } | { rules: null; mistake: LimitsMistake };

/** The text that stands for no limits where an empty one means something else. */
export const NO_LIMITS = 'none';
const LIMITS_MAX_RULES = 20;
const MAX_AMOUNT = 1_000_000;
const MAX_WINDOW_DAYS = 366;
const HOUR_MS = 3_600_000;
const WINDOW_MS = { h: HOUR_MS, d: 24 * HOUR_MS } as const;

/** Thrown and caught in this file only. */
class Mistake extends Error {
  readonly at: number;

  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

/**
 * Reads rules such as "flower=28g/1d?3.5g; edible=800mg/12h" (behavior 6.11). A window can be a fraction. An empty text
 * and "none" have no rules.
 */
export const parseLimits = (text: string): ParsedLimits => {
  if (text.trim() === '' || text.trim().toLowerCase() === NO_LIMITS) return { rules: [], mistake: null };
  const rules: LimitRule[] = [];
  let start = 0;
  for (const part of text.split(';')) {
    const rule = rules.length + 1;
    const isEnd = part.trim() === '' && start + part.length === text.length && rules.length > 0;
    if (!isEnd) {
      try {
        if (rule > LIMITS_MAX_RULES) throw new Mistake(0, `there can be at most ${LIMITS_MAX_RULES} rules`);
        rules.push(parseRule(part));
      } catch (error) {
        if (!(error instanceof Mistake)) throw error;
        const mistake = { rule, character: start + error.at + 1, text: part.slice(error.at).trim() };
        return { rules: null, mistake: { ...mistake, problem: error.message } };
      }
    }
    start += part.length + 1;
  }
  return { rules, mistake: null };
};

/** The place of a mistake and what is wrong, for people: `rule 2, character 15 ("8x/1d"): the unit …`. */
export const mistakeText = ({ rule, character, text, problem }: LimitsMistake): string =>
  `rule ${rule}, character ${character}${text === '' ? '' : ` ("${text.slice(0, 40)}")`}: ${problem}`;

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)/y;
const WORD = /[a-z]+/iy;

const parseRule = (part: string): LimitRule => {
  const reader = readerOf(part);
  const kind = reader.word(LIMIT_KINDS, `a rule begins with ${listed(LIMIT_KINDS)}`);
  reader.sign('=', 'a "=" is missing');
  const { amount: max, unit } = readAmount(reader);
  reader.sign('/', 'a "/" and the window are missing, such as /1d');
  const windowStart = reader.skipSpaces();
  const length = reader.number('a window is a number of hours or days, such as 12h or 3d');
  const windowUnit = reader.word(['h', 'd'] as const, 'a window ends with h for hours or d for days');
  const window = part.slice(windowStart, reader.at()).replace(/\s/g, '').toLowerCase();
  const windowMs = Math.round(length * WINDOW_MS[windowUnit]);
  if (windowMs < 1000 || windowMs > MAX_WINDOW_DAYS * WINDOW_MS.d) {
    throw new Mistake(windowStart, `a window has at least a second and at most ${MAX_WINDOW_DAYS} days`);
  }
  const amountIfUnknown = reader.takes('?') ? readAmount(reader, unit).amount : null;
  reader.end();
  return { kind, unit, max, window, windowMs, amountIfUnknown };
};

const readAmount = (reader: Reader, expected?: LimitUnit): { amount: number; unit: LimitUnit } => {
  const start = reader.skipSpaces();
  const amount = reader.number('an amount above 0 is needed, such as 28g');
  const unitStart = reader.skipSpaces();
  const unit = reader.word(LIMIT_UNITS, `the unit must be ${listed(LIMIT_UNITS)}`);
  if (expected && unit !== expected) throw new Mistake(unitStart, `the unit must be ${expected}, as in the limit`);
  if (amount <= 0 || amount > MAX_AMOUNT) {
    throw new Mistake(start, `an amount must be above 0 and at most ${MAX_AMOUNT.toLocaleString('en-US')}`);
  }
  if (unit === 'pcs' && !Number.isInteger(amount)) throw new Mistake(start, 'pieces must be a whole number');
  if (Math.abs(amount * 1000 - Math.round(amount * 1000)) > 1e-6) {
    throw new Mistake(start, 'an amount has at most three decimals');
  }
  return { amount, unit };
};

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Reads a rule from the left. Spaces between its parts do not matter. */
const readerOf = (part: string) => {
  let at = 0;
  const skipSpaces = (): number => {
    while (/\s/.test(part.charAt(at))) at++;
    return at;
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = skipSpaces();
    const [found] = pattern.exec(part) ?? [null];
    return found;
  };
  const takes = (sign: string): boolean => {
    skipSpaces();
    if (part.charAt(at) !== sign) return false;
    at++;
    return true;
  };
  return {
    at: () => at,
    skipSpaces,
    takes,
    sign(sign: string, problem: string) {
      if (!takes(sign)) throw new Mistake(at, problem);
    },
    number(problem: string): number {
      const digits = match(NUMBER);
      if (digits === null) throw new Mistake(at, problem);
      at += digits.length;
      return Number(digits);
    },
    word<Word extends string>(words: readonly Word[], problem: string): Word {
      const found = match(WORD);
      const known = words.find((word) => word === found?.toLowerCase());
      if (known === undefined) throw new Mistake(at, problem);
      at += known.length;
      return known;
    },
    end() {
      if (skipSpaces() < part.length) throw new Mistake(at, 'a rule ends here; rules are separated by ";"');
    },
  };
};

type Reader = ReturnType<typeof readerOf>;
