import { useEffect, useState } from 'react';

/** Each search is a call, so the typing is waited for. */
const DEBOUNCE_MS = 150;

export const useDebounced = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
