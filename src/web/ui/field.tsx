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
}

interface FrameProps extends FieldProps {
  id?: string | undefined;
  className?: string | undefined;
}

/** Separates the props of a control from those of the field around it. */
export const splitField = <Props extends FrameProps>(props: Props) => {
  const { label, hideLabel, aside, hint, error, id, className, ...control } = props;
  return [{ label, hideLabel, aside, hint, error, id, className }, control] as const;
};

/** The attributes that connect a control with its label, hint and error. */
export interface ControlTies {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, control, hint and error in one column. */
export const Field = ({
  label,
  hideLabel,
  aside,
  hint,
  error,
  id: givenId,
  className,
  children,
}: FrameProps & { children: (ties: ControlTies) => ReactNode }) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = cx(error && `${id}-error`, hint && `${id}-hint`);
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2', hideLabel && !aside && 'sr-only')}>
        <label htmlFor={id} className={cx('text-sm font-medium text-text', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
};

/** The box of text-like controls: 44 px high, a border of contrast 3:1, red if invalid. */
export const controlClass = cx(
  'h-11 w-full min-w-0 rounded-control border border-edge bg-well px-3 text-base text-ellipsis text-text',
  'hover:border-muted',
  'disabled:opacity-60 aria-invalid:border-danger',
);
