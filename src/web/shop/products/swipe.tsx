import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface SwipeState {
  strip: RefObject<HTMLDivElement | null>;
  /** The picture that is shown. */
  at: number;
  setAt: (index: number) => void;
  go: (index: number) => void;
}

/** A line of pictures, of which one is shown. The line scrolls: a finger swipes it, and `go` moves it. */
export const useSwipe = (start: number): SwipeState => {
  const strip = useRef<HTMLDivElement>(null);
  const [first] = useState(start);
  const [at, setAt] = useState(start);
  useLayoutEffect(() => {
    strip.current?.scrollTo({ left: first * strip.current.clientWidth, behavior: 'instant' });
  }, [first]);
  const go = (index: number) => {
    strip.current?.scrollTo({ left: index * strip.current.clientWidth });
  };
  return { strip, at, setAt, go };
};

interface SwipeProps extends SwipeState {
  count: number;
  className?: string;
  children: (index: number) => ReactNode;
}

/** The pictures of a swipe. Those out of sight cannot be reached by keyboards and screen readers. */
export const Swipe = ({ strip, at, setAt, go, count, className, children }: SwipeProps) => {
  const byKey = useRef(false);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = at + (step ?? 0);
    if (step === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    byKey.current = true;
    go(next);
  };
  // The picture that had the focus is out of reach now.
  useLayoutEffect(() => {
    if (byKey.current) strip.current?.children[at]?.querySelector('button')?.focus({ preventScroll: true });
    byKey.current = false;
  }, [at, strip]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div
      ref={strip}
      onKeyDown={press}
      onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      className={cx(
        'no-scrollbar flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain motion-safe:scroll-smooth',
        className,
      )}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
        <div key={index} inert={index !== at} aria-hidden={index !== at} className="size-full shrink-0 snap-center">
          {children(index)}
        </div>
      ))}
    </div>
  );
};

/** For the mouse. Fingers swipe. */
export const SwipeArrows = ({ at, go, count }: Pick<SwipeProps, 'at' | 'go' | 'count'>) => {
  if (count < 2) return null;
  const arrow =
    'absolute top-1/2 -mt-5.5 rounded-full! bg-shade/85 text-shade-ink! disabled:invisible pointer-coarse:hidden';
  return (
    <>
      <IconButton
        label="Previous picture"
        disabled={at === 0}
        onClick={() => go(at - 1)}
        className={cx(arrow, 'left-2')}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton
        label="Next picture"
        disabled={at === count - 1}
        onClick={() => go(at + 1)}
        className={cx(arrow, 'right-2')}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  );
};
