import './opening.css';
import type { ReactNode } from 'react';
import { OPENING_STEPS } from '#contract/opening.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { DismissButton } from './dismiss-button.tsx';
import { ShopDoor } from './shop-door.tsx';
import { bodyId } from './use-open-step.ts';

interface OpeningFrameProps {
  /** How far it is, in words. */
  progress?: ReactNode;
  door?: ReactNode;
  /** The headline of the end, once no step is open. */
  end?: { title: string; text: string } | undefined;
  children: ReactNode;
}

/** The head of the page, the path, and the door at the right. On a phone the door is next to the title. */
export const OpeningFrame = ({ progress, door, end, children }: OpeningFrameProps) => (
  <div className="opening-frame">
    <header className="opening-head">
      <h1
        id={bodyId(null)}
        tabIndex={-1}
        className="text-xl leading-none font-bold tracking-tight text-text sm:text-[2.5rem]"
      >
        {end?.title ?? 'Open your shop'}
      </h1>
      <p className="mt-3 max-w-prose text-muted">
        {end?.text ?? 'Eight small steps, in any order. Skip what can wait: nothing here is final.'}
      </p>
      {/* At the end a button below goes to Overview. */}
      {!end && (
        <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 text-sm text-muted">
          {progress}
          <DismissButton variant="ghost" size="sm" className={cx('max-sm:h-11', !progress && '-ml-3')}>
            Dismiss
          </DismissButton>
        </div>
      )}
    </header>
    <div className="opening-door">{door ?? <ShopDoor lit={0} isFilled={false} />}</div>
    <div className="opening-path flex min-w-0 flex-col gap-8">{children}</div>
  </div>
);

/** The path while it loads: its first step is open. */
export const OpeningSkeleton = () => (
  <OpeningFrame progress={<Skeleton className="h-4 w-37" />}>
    <div role="status" aria-label="Loading the steps" className="flex flex-col gap-4">
      {OPENING_STEPS.map((step, index) => (
        <div key={step} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 sm:gap-x-5">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="mt-2 h-6 w-40" />
          {index === 0 && <Skeleton className="col-span-full mt-6 mb-4 h-96 rounded-card! sm:col-start-2" />}
        </div>
      ))}
    </div>
  </OpeningFrame>
);
