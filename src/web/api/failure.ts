import { useState } from 'react';

/** The error of a query, and how to retry it. */
export interface Failure {
  error: Error;
  isTrying: boolean;
  tryAgain: () => void;
}

/** The part of a query's result that useFailure needs. */
interface QueryState {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * The failure of a query, or null. It stays during a retry, so that the screen does not flicker between failure and
 * loading, and the pressed button keeps the focus.
 */
export const useFailure = ({ data, error, isFetching, refetch }: QueryState): Failure | null => {
  const [last, setLast] = useState(error);
  const isPending = error === null && data === undefined;
  if (!isPending && last !== error) setLast(error);
  const shown = isPending ? last : error;
  return shown && { error: shown, isTrying: isFetching, tryAgain: () => void refetch() };
};
