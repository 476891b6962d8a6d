import { RotateCcw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { isChunkLoadError, reloadForChunk } from '../browser/chunk-load-error.ts';
import { paths } from '../browser/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A whole page that says what went wrong and what can be done. */
export const ErrorPage = ({ title, text, reload }: { title: string; text: string; reload?: boolean }) => (
  <main className="flex min-h-dvh items-center justify-center">
    <EmptyState
      icon={<Unplug />}
      heading="h1"
      title={title}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {reload && (
            <Button variant="primary" onClick={() => window.location.reload()}>
              <RotateCcw aria-hidden className="size-4" />
              Reload
            </Button>
          )}
          <ButtonLink href={paths.home}>Back to the shop</ButtonLink>
        </div>
      }
    />
  </main>
);

const FAILED = {
  title: 'Something went wrong',
  text: 'The page could not be shown. Nothing was lost, try again.',
};

const CHUNK_FAILED = {
  title: 'This part could not be fetched',
  text: 'Connection lost. Nothing was lost, try again.',
};

interface CaughtError {
  error: unknown;
  /** The page is reloading, so nothing is shown. */
  isReloading?: boolean;
}

/** Catches errors thrown while a screen is drawn, so that nobody gets an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: CaughtError | null }> {
  override state = { caught: null as CaughtError | null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (reloadForChunk(error)) this.setState({ caught: { error, isReloading: true } });
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    if (caught.isReloading) return null;
    return <ErrorPage reload {...(isChunkLoadError(caught.error) ? CHUNK_FAILED : FAILED)} />;
  }
}
