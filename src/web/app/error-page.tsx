import { RotateCcw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { paths } from './paths.ts';

/** A whole page that says what went wrong and what can be done. */
export function ErrorPage({ title, text, reload }: { title: string; text: string; reload?: boolean }) {
  return (
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
}

/** Catches what a screen throws while it is drawn, so that nobody is left before an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorPage
        reload
        title="Something went wrong"
        text="The page could not be shown. Nothing was lost; try it again."
      />
    );
  }
}
