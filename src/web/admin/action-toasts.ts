import type { QueryClient } from '@tanstack/react-query';
import { touched } from '#domain/inventory-plan.ts';
import { counted } from '#domain/text.ts';
import { ApiError, isUnconfirmed, messageOf, NO_RESPONSE, OFFLINE } from '../api/client.ts';
import { revert } from '../api/queries/changes.ts';
import { reloadInventory, showChange } from '../api/queries/inventory.ts';
import { storedToken } from '../browser/storage.ts';
import { dismissToast, type ToastContent, toast, useToasts } from '../ui/toast.ts';

const TOKEN_MISSING = 'Authentication token not found';
export const AUTH_FAILED = 'Authentication failed. Please refresh page and try again.';

export const errorToast = (description: string): void => toast({ title: 'Error', description, kind: 'error' });

/** Shows why an action failed, unless the person canceled the question who they are. */
export const failureToast = (error: unknown, fallback: string): void => {
  if (!isUnconfirmed(error)) errorToast(messageOf(error, fallback));
};

/** The message of a failed action, followed by its cause. */
export const failureMessage = (message: string, error: unknown): string => {
  if (!(error instanceof ApiError)) return message;
  if (error.status === 401) return AUTH_FAILED;
  const cause = failureCause(error);
  return cause === message ? message : `${message}: ${cause}`;
};

/** Why a call failed: what the shop said, or that nothing or something else responded. */
export const failureCause = (error: Error): string => {
  if (!(error instanceof ApiError)) return error.message;
  const { status, code, message } = error;
  if (code !== undefined && message !== '') return message;
  if (status !== null) return `The shop did not respond as expected (${status}). Please try again.`;
  return message.endsWith(OFFLINE) ? `${OFFLINE} Please try again later.` : NO_RESPONSE;
};

/** The message of a markup that could not be saved: status and text of the response. */
export const markupFailureMessage = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === null) return 'Failed to update markup';
  return error.status === 401 ? AUTH_FAILED : `${error.status}: ${error.message}`;
};

/** Returns true if there is a token for a call. Otherwise a toast says so. */
export const hasToken = (): boolean => {
  if (storedToken()) return true;
  errorToast(TOKEN_MISSING);
  return false;
};

/**
 * Shows a success, with Undo if something changed (behavior 10.5). If nothing did, a message that offers an Undo stays: it
 * would be lost for ever. An act of several change-sets has one Undo.
 */
export const savedToast = (
  queryClient: QueryClient,
  content: ToastContent,
  made: number | null | undefined | readonly number[],
): void => {
  const changes = [made ?? []].flat();
  if (changes.length === 0 && useToasts.getState().shown?.action) return;
  toast({
    ...content,
    kind: 'success',
    ...(changes.length > 0 && { action: undoAction(queryClient, changes) }),
  });
};

export const undoAction = (queryClient: QueryClient, changes: readonly number[]) => ({
  label: 'Undo',
  isUndo: true,
  onSelect: () => void undoAll(queryClient, changes),
});

/** Ctrl Z: undoes what the shown message offers to undo. Returns whether there was something. */
export const undoByKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean => {
  const action = useToasts.getState().shown?.action;
  if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || altKey || shiftKey || !action?.isUndo) return false;
  dismissToast();
  action.onSelect();
  return true;
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Reverts several change-sets of one act, the newest first, and shows one result. */
export const undoAll = async (queryClient: QueryClient, changes: readonly number[]): Promise<void> => {
  const [oldest, ...later] = changes;
  if (oldest === undefined || !hasToken()) return;
  try {
    for (const change of later.toReversed()) await revert(change);
  } catch (error) {
    errorToast(messageOf(error, 'Failed to undo the change'));
    await reloadInventory(queryClient);
    return;
  }
  await undoChange(queryClient, oldest);
};

/** A toast names at most so many skipped values. */
const NAMED = 3;

/**
 * Reverts a change-set, or its rows of some items, and shows the result, with the values that were skipped because they
 * have changed since (behavior 9.13). Returns whether the call succeeded.
 */
export const undoChange = async (queryClient: QueryClient, changeId: number, itemIds?: number[]): Promise<boolean> => {
  if (!hasToken()) return false;
  try {
    const { message, counts, skipped, changeId: undoing } = await revert(changeId, itemIds);
    const items = touched(counts);
    const named = skipped.slice(0, NAMED).join('\n');
    const more = skipped.length > NAMED ? `\nand ${skipped.length - NAMED} more` : '';
    toast({
      title: undoing === null ? 'Nothing to undo' : 'Change undone',
      ...(skipped.length > 0
        ? { description: `${message}\n${named}${more}` }
        : items > 1 && { description: `${counted(items)} changed back.` }),
      kind: undoing === null ? 'default' : 'success',
      ...(undoing !== null && {
        action: { label: 'Undo', onSelect: () => void undoChange(queryClient, undoing) },
      }),
    });
    await showChange(queryClient, undoing);
    return true;
  } catch (error) {
    errorToast(failureMessage('Failed to undo the change', error));
    await reloadInventory(queryClient);
    return false;
  }
};
