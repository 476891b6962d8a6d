import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { revert } from '../../api/queries/changes.ts';
import { reloadInventory } from '../../api/queries/inventory.ts';
import { storedToken } from '../../browser/storage.ts';
import { type ToastContent, toast } from '../../ui/toast.ts';

/** What failed calls are told with (specification §8 "Admin inventory"). */
const TOKEN_MISSING = 'Authentication token not found';
export const AUTH_FAILED = 'Authentication failed. Please refresh page and try again.';

export const errorToast = (description: string): void => toast({ title: 'Error', description, kind: 'error' });

/** The words of a failure: the specified ones, and behind them what the shop said where it refused. */
export const failureWords = (specified: string, error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === null) return specified;
  if (error.status === 401) return AUTH_FAILED;
  const said = error.message;
  return error.code === undefined || said === '' || said === specified ? specified : `${specified}: ${said}`;
};

/** A markup that could not be saved is told with status and text (specification §8). */
export const markupFailureWords = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === null) return 'Failed to update markup';
  return error.status === 401 ? AUTH_FAILED : `${error.status}: ${error.message}`;
};

/** Whether there is a token to call with; says so where there is none. */
export const hasToken = (): boolean => {
  if (storedToken()) return true;
  errorToast(TOKEN_MISSING);
  return false;
};

/** Tells a success, with Undo where something was changed (decisions §5). */
export const savedToast = (
  queryClient: QueryClient,
  content: ToastContent,
  changeId: number | null | undefined,
): void => {
  toast({
    ...content,
    kind: 'success',
    ...(changeId && { action: { label: 'Undo', onSelect: () => void takeBack(queryClient, changeId) } }),
  });
};

/** Most names of skipped values that a toast carries. */
const NAMED = 3;

/** Takes a change-set back and tells what was skipped because it has changed since. Answers whether it went. */
export const takeBack = async (queryClient: QueryClient, changeId: number): Promise<boolean> => {
  if (!hasToken()) return false;
  try {
    const { message, skipped, changeId: undoing } = await revert(changeId);
    const named = skipped.slice(0, NAMED).join('\n');
    const more = skipped.length > NAMED ? `\nand ${skipped.length - NAMED} more` : '';
    toast({
      title: undoing === null ? 'Nothing to take back' : 'Change taken back',
      description: skipped.length > 0 ? `${message}\n${named}${more}` : message,
      kind: undoing === null ? 'default' : 'success',
      ...(undoing !== null && {
        action: { label: 'Redo', onSelect: () => void takeBack(queryClient, undoing) },
      }),
    });
    return true;
  } catch (error) {
    errorToast(failureWords('Failed to take the change back', error));
    return false;
  } finally {
    await reloadInventory(queryClient);
  }
};
