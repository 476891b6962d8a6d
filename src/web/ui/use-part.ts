import { useEffect, useState } from 'react';

/** A file that is loaded once it is needed. Null until then, and offline. */
export const usePart = <Part>(load: () => Promise<Part>, isNeeded: boolean): Part | null => {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => {
    if (!isNeeded || part) return;
    let isCurrent = true;
    load().then(
      (loaded) => {
        if (isCurrent) setPart(loaded);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [load, part, isNeeded]);
  return part;
};
