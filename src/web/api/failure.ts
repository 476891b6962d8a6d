import { useState } from 'react';

/** What went wrong with a query, and how to ask again. */
export interface Failure {
  error: Error;
  isTrying: boolean;
  tryAgain: () => void;
}

/** What is needed of a query. */
interface Answer {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * Why a query has no answer, or no newer one. It stays while it is asked for again: nobody's screen changes from failing
 * to loading and back, and the button that was pressed keeps the focus.
 */
export const useFailure = ({ data, error, isFetching, refetch }: Answer): Failure | null => {
  const [last, setLast] = useState(error);
  const isPending = error === null && data === undefined;
  if (!isPending && last !== error) setLast(error);
  const shown = isPending ? last : error;
  return shown && { error: shown, isTrying: isFetching, tryAgain: () => void refetch() };
};
