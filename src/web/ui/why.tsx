import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { isPopoverShown } from '../browser/features.ts';
import { cx } from './cx.ts';
import { Popover, showBeside } from './popover.tsx';

interface WhyProps {
  /** The number as it is shown, such as "$45.00". The button is called "Why $45.00?". */
  of: string;
  /** Rendered when it is opened, so that what it needs is loaded on the press only. */
  explain: () => ReactNode;
  /** The number itself is the button. Without it the button is a small question mark. */
  children?: ReactNode;
  /** For a table with keys of its own: the button is not among the stops of Tab. */
  tabIndex?: -1;
  /** In a table full of numbers the line under the number shows only where there is a pointer or the focus. */
  isQuiet?: boolean;
  /** By which keys of a table find the button. */
  name?: string;
}

/**
 * Explains a number at one press, in a popover at the number. It closes on Escape, on Back and on a press elsewhere, and
 * returns the focus. Its content is WhyText and other paragraphs.
 */
export const Why = ({ of, explain, children, tabIndex, isQuiet, name }: WhyProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isShown = () => panel.current !== null && isPopoverShown(panel.current);
  // The press that closes the popover must not open it again.
  const wasShown = useRef(false);
  const press = () => {
    const closes = wasShown.current || isShown();
    wasShown.current = false;
    if (closes) {
      panel.current?.hidePopover();
      setOpen(false);
    } else if (panel.current && button.current) {
      // It was closed a moment ago, and the browser has not yet reported that.
      showBeside(panel.current, button.current);
    } else setOpen(true);
  };
  const label = `Why ${of}?`;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        data-why={name}
        onPointerDown={() => {
          wasShown.current = isShown();
        }}
        onClick={press}
        className={cx(
          'relative shrink-0',
          children
            ? cx(
                'min-h-6 rounded-small underline decoration-dotted underline-offset-4 hover:decoration-text',
                isQuiet ? 'decoration-transparent focus-visible:decoration-text' : 'decoration-edge',
              )
            : 'inline-flex size-6 items-center justify-center rounded-full align-middle text-muted hover:text-text print:hidden',
          // A target of 44 px on touch, without taking that room.
          'pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
        )}
      >
        {children ?? <CircleQuestionMark aria-hidden className="size-4" />}
      </button>
      {isOpen && (
        <Popover panel={panel} label={label} control={button.current} onClosed={() => setOpen(false)}>
          {explain()}
        </Popover>
      )}
    </>
  );
};

/** The parts of a sum, and what they come to: "Base price $30.00", "Markup $15.00", "Final price $45.00". */
export const WhySum = ({
  parts,
  result,
}: {
  parts: readonly (readonly [name: string, value: string])[];
  result: readonly [name: string, value: string];
}) => (
  <dl className="grid grid-cols-[1fr_auto] gap-y-1">
    {parts.map(([name, value]) => (
      <div key={name} className="contents text-muted">
        <dt>{name}</dt>
        <dd className="pl-6 text-right">{value}</dd>
      </div>
    ))}
    <div className="contents font-semibold">
      <dt className="border-t border-line pt-1">{result[0]}</dt>
      <dd className="border-t border-line pt-1 pl-6 text-right">{result[1]}</dd>
    </div>
  </dl>
);

/** A sentence of an explanation. A quiet one says when and by whom. */
export const WhyText = ({ quiet, children }: { quiet?: boolean; children: ReactNode }) => (
  <p className={cx('break-words', quiet && 'text-muted')}>{children}</p>
);
