import { useState } from 'react';

/** The last value that was not null: keeps the content of a dialog on the screen while the dialog closes. */
export const useLastShown = <Value>(value: Value | null | undefined): Value | null => {
  const [last, setLast] = useState(value ?? null);
  if (value != null && value !== last) setLast(value);
  return value ?? last;
};
