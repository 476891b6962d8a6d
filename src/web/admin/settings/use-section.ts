import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef, useState } from 'react';
import { isSettingName } from '#contract/setting-list.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { ApiError, isUnconfirmed, messageOf } from '../../api/client.ts';
import { showMovedValue, unmeasuredQuery } from '../../api/queries/settings.admin.ts';
import { type Asked, limitsQuestion, minorsQuestion, ratesQuestion } from './save-questions.ts';
import {
  changesOf,
  type Edits,
  hasMoved,
  NO_PROBLEMS,
  type SavedValues,
  sortProblems,
  withEdit,
  withoutEdits,
} from './section-draft.ts';
import { fieldId, inWords, lookOf, revealField } from './setting-fields.ts';
import { isUnderAge, meantText, typedProblem } from './typed-values.ts';
import { useAfterPress } from './use-after-press.ts';
import { ratesIn, ratesOf, saveChanges } from './values-of-section.ts';

/**
 * Settings as one form: the saved and the typed values, and a "Save" for all of it or a part (behavior 10.23). Typed
 * values stay until they are saved or discarded.
 */
export const useSettingsForm = (saved: SavedValues, settings: readonly Setting[]) => {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isBusy, setBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  const [compared, setCompared] = useState<ComparedKeys>({});
  const changes = changesOf(edits, saved);
  const changed = Object.keys(changes);

  const change = (key: string, value: string | null) => {
    setEdits((before) => withEdit(before, key, value, saved));
    setProblems(({ fields: { [key]: _, ...fields } }) => ({ fields, section: null }));
  };
  const latestSaved = useRef(saved);
  latestSaved.current = saved;
  const latest = useRef(changes);
  latest.current = changes;
  const afterPress = useAfterPress();
  /**
   * Shows what a field means once the person has left it, and what is wrong with it, unless the press that left it has
   * discarded it.
   */
  const leave = (key: string) =>
    afterPress(() => {
      setEdits((before) => withMeaning(before, key));
      const problem = typedProblem(key, latest.current[key] ?? null);
      if (problem) setProblems(({ fields, section }) => ({ fields: { ...fields, [key]: problem }, section }));
    });
  const discard = (keys: readonly string[] = Object.keys(edits)) => {
    setEdits((before) => withoutEdits(before, keys));
    setProblems(NO_PROBLEMS);
    setTried(false);
  };
  const show = (found: typeof problems) => {
    setProblems(found);
    showFirst(Object.keys(found.fields));
  };

  /** Keeps the first address of an account key, which its owner sees now. */
  const compare = (key: string, text: string, first: string) => {
    setCompared((before) => ({ ...before, [key]: { text, first } }));
    setProblems(({ fields: { [key]: _, ...fields } }) => ({ fields, section: null }));
  };

  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const ask = (asked: Asked) =>
    new Promise<Answer>((resolve) =>
      setQuestion({
        ...asked,
        settle: (answer) => {
          setQuestion(null);
          resolve(answer);
        },
      }),
    );

  /** Saves what has changed, or what has changed of these fields. Returns whether all of it is saved now. */
  const save = async (keys: readonly string[] = changed): Promise<boolean> => {
    const wanted = Object.fromEntries(Object.entries(changes).filter(([key]) => keys.includes(key)));
    setTried(true);
    const found = { ...checkHere(wanted), ...uncheckedKeys(wanted, compared) };
    const isWrong = Object.keys(found).length > 0;
    if (isWrong && !mayHaveMore(wanted, found)) {
      show({ fields: found, section: null });
      return false;
    }
    const age = wanted.MINIMUM_AGE ?? null;
    if (!isWrong && isUnderAge(age) && (await ask(minorsQuestion(age))) === 'back') return false;
    const jump = isWrong
      ? null
      : ratesQuestion(ratesIn(saved), { ...ratesIn(saved), ...ratesOf(wanted) }, jumpLimit(settings));
    if (jump && (await ask(jump)) === 'back') return false;
    const after = wanted.PURCHASE_LIMITS;
    if (!isWrong && after !== undefined) {
      // Without an answer the products are not known, and the row has said it.
      const unmeasured = await queryClient.fetchQuery(unmeasuredQuery).catch(() => []);
      const asked = limitsQuestion({ before: saved.PURCHASE_LIMITS?.value ?? null, after }, unmeasured);
      const answer = asked ? await ask(asked) : 'save';
      if (answer === 'back') return false;
      if (answer === 'fix' && asked?.fix) {
        wanted.PURCHASE_LIMITS = asked.fix.value;
        change('PURCHASE_LIMITS', asked.fix.value);
      }
    }
    setBusy(true);
    setProblems(NO_PROBLEMS);
    try {
      const confirm = Object.fromEntries(Object.entries(compared).map(([key, { first }]) => [key, first]));
      await saveChanges(queryClient, wanted, { saved, confirm }, (stored) =>
        setEdits((before) => withoutEdits(before, stored)),
      );
      setTried(false);
      return true;
    } catch (error) {
      const isSaid = !isUnconfirmed(error);
      const moved = movedValue(error);
      if (moved) showMovedValue(queryClient, moved);
      const { fields, section } = isSaid ? problemsOf(error, Object.keys(wanted)) : NO_PROBLEMS;
      if (isSaid || isWrong) show({ fields: { ...fields, ...found }, section });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    settings,
    changed,
    isBusy,
    /** Somebody has pressed "Save": from then on fields say at once what is wrong. */
    hasTried,
    failure: problems.section,
    /** Asked before something is saved that has large effects. */
    question,
    change,
    leave,
    compare,
    discard,
    save,
    /** The values that are saved by now, also for a call that was made from an older screen. */
    savedNow: () => latestSaved.current,
    /** The content of a field. */
    fieldOf: (key: string) => {
      const edit = edits[key];
      const now = saved[key];
      return {
        id: fieldId(key),
        value: edit ? edit.value : (now?.value ?? null),
        saved: now?.value ?? null,
        canReset: now?.canReset === true && edit?.value !== null,
        isChanged: changed.includes(key),
        isLocked: now?.isLocked === true,
        hasMoved: hasMoved(edits, key, saved),
        error: problems.fields[key],
      };
    },
  };
};

/** The percentage from which on a rate jumps. What is typed for it now does not count: it is not saved yet. */
const jumpLimit = (settings: readonly Setting[]): number => {
  const found = settings.find(({ name }) => name === 'RATE_JUMP');
  return Number(found?.value ?? found?.default ?? 0);
};

type Answer = 'back' | 'save' | 'fix';

interface OpenQuestion extends Asked {
  settle: (answer: Answer) => void;
}

/** Replaces what was typed by what it means: "12,50" by 12.50. */
const withMeaning = (edits: Edits, key: string): Edits => {
  const edit = edits[key];
  if (!edit?.value) return edits;
  const value = meantText(key, edit.value);
  return value === edit.value.trim() ? edits : { ...edits, [key]: { ...edit, value } };
};

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export const SectionContext = createContext<SettingsForm | null>(null);

export const useSection = (): SettingsForm => {
  const form = useContext(SectionContext);
  if (!form) throw new Error('useSection outside a section');
  return form;
};

/** Leads to the first field on the page that is wrong, once it is drawn. Limits have many controls in their field. */
const showFirst = (keys: readonly string[]): void =>
  void setTimeout(() => {
    const fields = keys.flatMap((key) => revealField(key) ?? []);
    const topOf = (field: HTMLElement) => field.getBoundingClientRect().top;
    const [field] = fields.sort((one, other) => topOf(one) - topOf(other));
    const control = field?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? field;
    control?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });

type Changes = Readonly<Record<string, string | null>>;

/** Returns the problems that the page can find before anything is sent. */
const checkHere = (changes: Changes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) => {
      const problem = typedProblem(key, value);
      return problem ? [[key, problem]] : [];
    }),
  );

/** Account keys that were compared with a wallet, and the first address of each. */
type ComparedKeys = Readonly<Record<string, { text: string; first: string }>>;

/** Nobody sees from a key where money goes, so its addresses are compared before it is saved. */
const uncheckedKeys = (changes: Changes, compared: ComparedKeys): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([key, value]) => value !== null && lookOf(key).kind === 'key' && compared[key]?.text !== value)
      .map(([key]) => [key, 'Check this key first, and compare its addresses with your wallet.']),
  );

/** Kinds of fields that the shop alone can check to their end. */
const CHECKED_BY_SHOP: readonly string[] = ['wallet', 'url', 'code', 'secret'];

/**
 * True if the shop may find more problems than the page. A single problem makes it refuse all settings, so nothing is
 * saved, and all problems show at once.
 */
const mayHaveMore = (changes: Changes, found: Readonly<Record<string, string>>): boolean =>
  Object.keys(found).some(isSettingName) &&
  Object.entries(changes).some(
    ([key, value]) =>
      !(key in found) && isSettingName(key) && value !== null && CHECKED_BY_SHOP.includes(lookOf(key).kind),
  );

/** The value that somebody else has saved, if a call was refused because of it. */
const movedValue = (error: unknown): { name: string; value: string | null } | null => {
  if (!(error instanceof ApiError) || error.code !== 'value_moved') return null;
  const { name, value } = error.body;
  return typeof name === 'string' ? { name, value: typeof value === 'string' ? value : null } : null;
};

const SAVE_FAILED = 'Failed to save the settings';

/** Failures that are about one field. */
const AT_FIELD: Readonly<Record<string, string>> = {
  no_invite: 'SHOP_ACCESS_CODE',
  picture_refused: 'logo',
  picture_too_large: 'logo',
  file_invalid: 'logo',
};

/** Places a failure at its field if it has one, otherwise next to "Save". */
const problemsOf = (error: unknown, keys: readonly string[]) => {
  const message = messageOf(error, SAVE_FAILED);
  if (!(error instanceof ApiError)) return sortProblems([message], keys);
  const name = AT_FIELD[error.code ?? ''] ?? error.body.name;
  if (typeof name === 'string' && keys.includes(name)) return { fields: { [name]: inWords(message) }, section: null };
  return sortProblems(error.errors.length > 0 ? error.errors : [message], keys);
};
