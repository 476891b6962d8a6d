import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface FieldProps {
  /** The visible label and accessible name. */
  label: string;
  /** Hides the label visually, if the context makes it clear. */
  hideLabel?: boolean;
  /** Small text after the label, such as "optional". */
  aside?: ReactNode;
  /** A sentence below the control. */
  hint?: ReactNode;
  /** Says what is wrong and what to do. It turns the border red and describes the control. */
  error?: string | undefined;
  /** The value is wrong, and the message for several fields together says why. */
  isWrong?: boolean | undefined;
  /** Label and hint are next to the control: on wide pages, and for a small control on all. */
  row?: boolean | 'small';
  /** Consequences of the value, below the control and its error. */
  below?: ReactNode;
}

interface FrameProps extends FieldProps {
  id?: string | undefined;
  className?: string | undefined;
}

/** Separates the props of a control from those of the field around it. */
export const splitField = <Props extends FrameProps>(props: Props) => {
  const { label, hideLabel, aside, hint, error, isWrong, row, below, id, className, ...control } = props;
  return [{ label, hideLabel, aside, hint, error, isWrong, row, below, id, className }, control] as const;
};

/** The attributes that connect a control with its label, hint and error. */
export interface ControlTies {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Shows the error of the field that has the focus, which the browser alone moves into view. Bars may cover the bottom. */
const showWithField = (error: HTMLElement | null): void => {
  if (error && document.activeElement?.getAttribute('aria-describedby')?.split(' ').includes(error.id)) {
    error.scrollIntoView({ block: 'nearest' });
  }
};

/** Label, control, error and hint in one column, or on a wide page in two. */
export const Field = ({
  label,
  hideLabel,
  aside,
  hint,
  error,
  isWrong,
  row,
  below,
  id: givenId,
  className,
  children,
}: FrameProps & { children: (ties: ControlTies) => ReactNode }) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = cx(error && `${id}-error`, hint && `${id}-hint`);
  const head = (
    <div className={cx('flex items-baseline justify-between gap-2', hideLabel && !aside && 'sr-only')}>
      <label id={`${id}-label`} htmlFor={id} className={cx('text-sm font-medium text-text', hideLabel && 'sr-only')}>
        {label}
      </label>
      {aside && <span className="text-xs text-muted">{aside}</span>}
    </div>
  );
  const note = hint && (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {hint}
    </p>
  );
  const control = (
    <>
      {children({
        id,
        'aria-invalid': error || isWrong ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <p
          id={`${id}-error`}
          ref={showWithField}
          role="alert"
          className="flex scroll-mb-24 items-start gap-1.5 text-sm text-danger-text"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
    </>
  );
  if (row) {
    return (
      <div
        className={cx(
          'grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] md:gap-x-10',
          row === 'small' && 'max-md:grid-cols-[minmax(0,1fr)_auto]',
          className,
        )}
      >
        <div className="flex min-w-0 flex-col gap-0.5 md:pt-2.5">
          {head}
          {note}
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          {control}
          {below}
        </div>
      </div>
    );
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      {head}
      {control}
      {note}
      {below}
    </div>
  );
};

/** The text of an empty field, so that an example never looks like a value. */
export const exampleText = (example: string): string => `e.g. ${example}`;

/** The box of text-like controls: 44 px high, a border of contrast 3:1, red if invalid. */
export const controlClass = cx(
  'h-11 w-full min-w-0 rounded-control border border-edge bg-well px-3 text-base text-ellipsis text-text',
  'hover:border-muted',
  'disabled:opacity-60 aria-invalid:border-danger',
);
