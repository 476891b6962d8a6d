import { RotateCcw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { isMissingPart, reloadForMissingPart } from '../browser/chunk-load-error.ts';
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

const WENT_WRONG = {
  title: 'Something went wrong',
  text: 'The page could not be shown. Nothing was lost; try it again.',
};

const PART_MISSING = {
  title: 'This part could not be fetched',
  text: 'The connection to the shop is gone or too slow. Nothing was lost; try it again.',
};

interface Caught {
  error: unknown;
  /** The page is being reloaded: nothing needs to be said. */
  leaving?: boolean;
}

/** Catches what a screen throws while it is drawn, so that nobody is left before an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { caught: Caught | null }> {
  override state = { caught: null as Caught | null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (reloadForMissingPart(error)) this.setState({ caught: { error, leaving: true } });
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    if (caught.leaving) return null;
    return <ErrorPage reload {...(isMissingPart(caught.error) ? PART_MISSING : WENT_WRONG)} />;
  }
}
