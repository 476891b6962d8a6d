import { useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/loading.tsx';

/** A whole page that waits; the words say for what. */
export const LoadingScreen = ({ text = 'Loading... Please wait' }: { text?: string }) => {
  // The words of index.html stand there already: they must not fade in a second time.
  const [goesOn] = useState(() => document.getElementById('first-wait') !== null);
  return (
    <main
      className={cx(
        'flex min-h-dvh flex-col items-center justify-center gap-4 p-6',
        // Comes softly and a moment late: most waits are over before it shows.
        !goesOn && 'appear [animation-delay:150ms]',
      )}
    >
      <Spinner className="size-7 text-accent-text" />
      <p role="status" className="text-muted">
        {text}
      </p>
    </main>
  );
};
