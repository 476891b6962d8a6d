import { useState } from 'react';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/loading.tsx';

/** A whole page that waits. The text says for what. */
export const LoadingScreen = ({ text = 'Loading... Please wait' }: { text?: string }) => {
  // index.html already shows this text at start. It must not fade in again.
  const [continues] = useState(() => document.getElementById('first-wait') !== null);
  return (
    <main
      className={cx(
        'flex min-h-dvh flex-col items-center justify-center gap-4 p-6',
        // Appears softly and after a moment, because most waits are shorter.
        !continues && 'appear [animation-delay:150ms]',
      )}
    >
      <Spinner className="size-7 text-accent-text" />
      {/* As wide as the page, so that another font does not move it. */}
      <p role="status" className="w-full text-center text-muted">
        {text}
      </p>
    </main>
  );
};
