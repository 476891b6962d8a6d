import { useQueryClient } from '@tanstack/react-query';
import { createContext, type FormEvent, useContext, useState } from 'react';
import type { SettingSection } from '#contract/setting-list.ts';
import { isRate } from '#domain/quotes.ts';
import { ApiError, isUnconfirmed, messageOf } from '../../api/client.ts';
import { showMovedValue } from '../../api/queries/settings.admin.ts';
import { toast } from '../../ui/toast.ts';
import { isUsable } from './limit-rows.ts';
import { changesOf, type Edits, hasMoved, NO_PROBLEMS, sortProblems, withEdit, withoutEdits } from './section-draft.ts';
import { SECTIONS } from './sections.ts';
import { fieldId } from './setting-fields.ts';
import { type SectionData, saveChanges, savedValues } from './values-of-section.ts';

/**
 * A section of the settings as one form: what is saved, what the person has typed, and one "Save" for all of it
 * (behavior 10.23). What was typed stays until it is saved or discarded.
 */
export const useSectionForm = (section: SettingSection, data: SectionData) => {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isBusy, setBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  const saved = savedValues(section, data);
  const changes = changesOf(edits, saved);
  const changed = Object.keys(changes);

  const change = (key: string, value: string | null) => {
    setEdits((before) => withEdit(before, key, value, saved));
    setProblems(({ fields: { [key]: _, ...fields } }) => ({ fields, section: null }));
  };
  const discard = (keys: readonly string[] = Object.keys(edits)) => {
    setEdits((before) => withoutEdits(before, keys));
    setProblems(NO_PROBLEMS);
    setTried(false);
  };
  const show = (found: typeof problems) => {
    setProblems(found);
    const [first] = Object.keys(found.fields);
    if (first) showField(first);
  };

  const save = async () => {
    setTried(true);
    const fields = checkHere(changes);
    if (Object.keys(fields).length > 0) return show({ fields, section: null });
    setBusy(true);
    setProblems(NO_PROBLEMS);
    try {
      await saveChanges(queryClient, changes, saved, (keys) => setEdits((before) => withoutEdits(before, keys)));
      setTried(false);
      toast({ title: `${SECTIONS[section].label} saved`, kind: 'success' });
    } catch (error) {
      if (isUnconfirmed(error)) return;
      const moved = movedValue(error);
      if (moved) showMovedValue(queryClient, moved);
      show(problemsOf(error, changed));
    } finally {
      setBusy(false);
    }
  };

  return {
    section,
    data,
    changed,
    isBusy,
    /** Somebody has pressed "Save": from then on fields say at once what is wrong. */
    hasTried,
    failure: problems.section,
    change,
    discard,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (changed.length > 0 && !isBusy) void save();
    },
    /** What a field shows. */
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

export type SectionForm = ReturnType<typeof useSectionForm>;

export const SectionContext = createContext<SectionForm | null>(null);

export const useSection = (): SectionForm => {
  const form = useContext(SectionContext);
  if (!form) throw new Error('useSection outside a section');
  return form;
};

/** Leads to what is wrong, once it is drawn. Limits have many controls in their field. */
const showField = (key: string): void =>
  void setTimeout(() => {
    const field = document.getElementById(fieldId(key));
    const control = field?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? field;
    control?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  });

/** What the page itself can tell, before anything is sent. */
const checkHere = (changes: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) => {
      if (value === null) return [];
      if (key.startsWith('rates.') && !isRate(value)) return [[key, 'Enter dollars per coin, such as 65000.00']];
      if (key === 'PURCHASE_LIMITS' && !isUsable(value)) return [[key, 'Please correct the limits.']];
      return [];
    }),
  );

/** The value that somebody else has saved, if a call was refused because of it. */
const movedValue = (error: unknown): { name: string; value: string | null } | null => {
  if (!(error instanceof ApiError) || error.code !== 'value_moved') return null;
  const { name, value } = error.body;
  return typeof name === 'string' ? { name, value: typeof value === 'string' ? value : null } : null;
};

const SAVE_FAILED = 'Failed to save the settings';

/** Where a failure is said: at its field if it has one, otherwise next to "Save". */
const problemsOf = (error: unknown, keys: readonly string[]) => {
  const message = messageOf(error, SAVE_FAILED);
  if (!(error instanceof ApiError)) return sortProblems([message], keys);
  const name = error.code === 'no_invite' ? 'SHOP_ACCESS_CODE' : error.body.name;
  if (typeof name === 'string' && keys.includes(name)) return { fields: { [name]: message }, section: null };
  return sortProblems(error.errors.length > 0 ? error.errors : [message], keys);
};
