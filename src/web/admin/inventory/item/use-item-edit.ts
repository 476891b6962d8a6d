import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { ApiError, isUnconfirmed } from '../../../api/client.ts';
import { putItem, reloadInventory } from '../../../api/queries/inventory.ts';
import { editItem } from '../../../api/queries/inventory-items.ts';
import { failureMessage, hasToken, savedToast } from '../../action-toasts.ts';
import { fieldLabel, formatValue } from '../../changes/plan-labels.ts';
import { describeTags } from './fact-tags.ts';
import { apiFieldOf, changesOf, type TypedField, type TypedItem, typedItem } from './typed-item.ts';
import { editProblems, type FormErrors, fieldProblems } from './typed-problems.ts';

type ApiValues = Partial<Record<EditableField, unknown>>;

/** The parts that fields of an item need, in the editor and in the form of a new item. */
export interface ItemForm {
  typed: TypedItem;
  errors: FormErrors;
  set: <Field extends TypedField>(field: Field, value: TypedItem[Field]) => void;
}

/** Fields that somebody else has saved since they were typed (behavior 9.4). */
interface Conflict {
  fields: { field: EditableField; mine: unknown; stored: unknown }[];
  stored: AdminItem;
}

/** The typed values, and the values of the item when the typing began. */
interface Draft {
  edits: Partial<TypedItem>;
  bases: ApiValues;
}

/** Returns the problems of a refused call, by field. */
export const errorsOf = (error: unknown, fallback: string): FormErrors => {
  const { code, errors = [], message = '' } = error instanceof ApiError ? error : {};
  if (code === 'item_exists') return { id: message };
  if (code !== 'invalid_input') return { root: failureMessage(fallback, error) };
  return fieldProblems(errors.length > 0 ? errors : [message]);
};

/** A message goes as soon as its field is typed again. */
export const withoutError = (errors: FormErrors, field: TypedField): FormErrors => {
  const { [field]: _, root: __, ...others } = errors;
  return others;
};

const NOTHING: Draft = { edits: {}, bases: {} };
type EditBody = Parameters<typeof editItem>[2];
const FAILED = 'Failed to save the item';

const editedFields = ({ edits }: Draft) => Object.keys(edits) as TypedField[];

/** The draft without these fields of the API. */
const without = (draft: Draft, gone: (field: TypedField, api: EditableField) => boolean): Draft => {
  const kept = editedFields(draft).filter((field) => !gone(field, apiFieldOf(field)));
  const apiFields = new Set(kept.map(apiFieldOf));
  return {
    edits: Object.fromEntries(kept.map((field) => [field, draft.edits[field]])) as Partial<TypedItem>,
    bases: Object.fromEntries(Object.entries(draft.bases).filter(([field]) => apiFields.has(field as EditableField))),
  };
};

/** A value of a field in words. */
export const valueText = (field: EditableField, value: unknown): string =>
  field === 'tags' ? describeTags((value as string[] | null) ?? []) : formatValue(field, value);

/**
 * The editor of an item. Fields that nobody touched follow the item. One call saves all that is typed, based on the values
 * when the typing began (behavior 9.20).
 */
export const useItemEdit = (item: AdminItem) => {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(NOTHING);
  const [errors, setErrors] = useState<FormErrors>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const typed = { ...typedItem(item), ...draft.edits };
  const changes = changesOf(item, typed, editedFields(draft));

  const set: ItemForm['set'] = (field, value) => {
    const api = apiFieldOf(field);
    setErrors((before) => withoutError(before, field));
    setDraft((before) =>
      sameValue(value, typedItem(item)[field])
        ? without(before, (each) => each === field)
        : { edits: { ...before.edits, [field]: value }, bases: { [api]: item[api], ...before.bases } },
    );
  };

  const send = async (sent: Draft): Promise<void> => {
    const wanted = changesOf(item, { ...typedItem(item), ...sent.edits }, editedFields(sent));
    const fields = Object.keys(wanted) as EditableField[];
    if (fields.length === 0) return setDraft(NOTHING);
    const expected = Object.fromEntries(fields.map((field) => [field, sent.bases[field]]));
    setBusy(true);
    try {
      const {
        message,
        item: stored,
        changeId,
      } = await editItem(queryClient, item.id, { ...wanted, expected } as EditBody);
      putItem(queryClient, stored);
      // Text that was typed in the meantime stays.
      setDraft((now) => without(now, (field) => sameValue(now.edits[field], sent.edits[field])));
      setErrors({});
      savedToast(queryClient, { title: message, description: savedText(item, stored, fields) }, changeId);
    } catch (error) {
      fail(error, wanted, sent);
    } finally {
      setBusy(false);
    }
  };

  const fail = (error: unknown, wanted: ApiValues, sent: Draft): void => {
    if (isUnconfirmed(error)) return;
    if (error instanceof ApiError && error.code === 'value_moved') {
      const stored = error.body.item as AdminItem;
      putItem(queryClient, stored);
      const moved = (Object.keys(wanted) as EditableField[]).filter(
        (field) => !sameValue(sent.bases[field], stored[field]),
      );
      const fields = moved.map((field) => ({ field, mine: wanted[field], stored: stored[field] }));
      setConflict({ stored, fields });
      return;
    }
    if (error instanceof ApiError && error.status === 404) void reloadInventory(queryClient);
    refuse(errorsOf(error, FAILED));
  };

  const refuse = (found: FormErrors): void => {
    setErrors(found);
    setAttempts((count) => count + 1);
  };

  const save = () => {
    if (isBusy || !hasToken()) return;
    const problems = editProblems(typed, Object.keys(changes) as EditableField[]);
    if (Object.keys(problems).length === 0) void send(draft);
    else refuse(problems);
  };

  /** Saves the rest, with the person's own values of the fields in question or without them. */
  const decide = (keepsMine: boolean) => {
    if (!conflict) return;
    const asked = new Set(conflict.fields.map(({ field }) => field));
    const decided = keepsMine
      ? { ...draft, bases: { ...draft.bases, ...pick(conflict.stored, asked) } }
      : without(draft, (_, api) => asked.has(api));
    setConflict(null);
    setDraft(decided);
    if (Object.keys(decided.edits).length > 0) void send(decided);
  };

  const discard = () => {
    setDraft(NOTHING);
    setErrors({});
  };
  const forget = (field: EditableField) => setDraft((before) => without(before, (_, api) => api === field));

  return {
    form: { typed, errors, set } satisfies ItemForm,
    /** How often a save was refused. */
    attempts,
    changed: Object.keys(changes) as EditableField[],
    isBusy,
    conflict,
    save,
    decide,
    putOff: () => setConflict(null),
    discard,
    forget,
  };
};
export type ItemEdit = ReturnType<typeof useItemEdit>;

const pick = (item: AdminItem, fields: ReadonlySet<EditableField>): ApiValues =>
  Object.fromEntries([...fields].map((field) => [field, item[field]]));

/** One field says its values. More of them say only their names. */
const savedText = (before: AdminItem, after: AdminItem, fields: readonly EditableField[]): string => {
  const [field] = fields;
  if (fields.length > 1 || field === undefined || field === 'description') return fields.map(fieldLabel).join(', ');
  return `${fieldLabel(field)}: ${valueText(field, before[field])} → ${valueText(field, after[field])}`;
};
