import { Spinner } from '../ui/spinner.tsx';

/** A whole page that waits; the words say for what. */
export function LoadingScreen({ text = 'Loading... Please wait' }: { text?: string }) {
  return (
    // Comes softly and a moment late: most waits are over before it shows.
    <main className="appear flex min-h-dvh flex-col items-center justify-center gap-4 p-6 [animation-delay:150ms]">
      <Spinner className="size-7 text-accent-text" />
      <p role="status" className="text-muted">
        {text}
      </p>
    </main>
  );
}
