import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/**
 * A card for one of several options, with a hidden radio button in its corner. The background shows what is checked and
 * what has the focus. It is styled through the radio's sibling, because `:has()` on each card makes scrolled lists slow.
 */
export const RadioCard = ({
  className,
  children,
  ...radio
}: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className={cx('relative isolate', className)}>
    <input
      {...radio}
      type="radio"
      className={cx(
        'peer absolute top-0 right-0 size-3 cursor-[inherit] appearance-none outline-none',
        'forced-colors:static forced-colors:size-auto forced-colors:appearance-auto forced-colors:self-start',
      )}
    />
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute -inset-px -z-10 rounded-[inherit] border border-transparent',
        'peer-checked:border-accent peer-checked:bg-accent-wash peer-checked:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text',
      )}
    />
    {children}
  </label>
);

interface ChoiceProps<Value extends string> {
  /** The accessible name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Two or three large cards, of which one is chosen, such as the shipping options. */
export const RadioCards = <Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
  showsLabel,
}: ChoiceProps<Value> & {
  /** Shows the name of the group above the cards. */
  showsLabel?: boolean;
  options: readonly { value: Value; title: ReactNode; text?: ReactNode; figure?: ReactNode }[];
}) => {
  const name = useId();
  return (
    <fieldset className={cx('grid auto-cols-fr grid-flow-col gap-2', className)}>
      <legend className={showsLabel ? 'mb-1.5 text-sm font-medium text-text' : 'sr-only'}>{label}</legend>
      {options.map((option) => (
        <RadioCard
          key={option.value}
          name={name}
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          className={cx(
            'flex min-h-11 cursor-pointer flex-col gap-0.5 rounded-card border border-edge bg-well p-3 hover:border-muted',
          )}
        >
          <span className="font-semibold text-text">{option.title}</span>
          {option.text && <span className="text-sm text-muted">{option.text}</span>}
          {option.figure && <span className="mt-1 font-semibold text-text">{option.figure}</span>}
        </RadioCard>
      ))}
    </fieldset>
  );
};

/** A few icons or words in one frame, of which one is chosen, such as grid or list. */
export const Segmented = <Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: ChoiceProps<Value> & { options: readonly { value: Value; label: string; icon?: ReactNode }[] }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one frame
  <div
    role="group"
    aria-label={label}
    className={cx('inline-flex h-11 items-center gap-0.5 rounded-control border border-edge bg-well p-0.5', className)}
  >
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-label={option.icon ? option.label : undefined}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className={cx(
          'relative flex h-full min-w-10 items-center justify-center gap-2 rounded-[6px] px-2.5 text-sm text-muted hover:text-text [&>svg]:size-4.5',
          // A finger may press on the frame too.
          'after:absolute after:inset-x-0 after:-inset-y-[3px] after:content-[""]',
          'aria-pressed:bg-raised aria-pressed:text-accent-text forced-colors:aria-pressed:border',
        )}
      >
        {option.icon ?? option.label}
      </button>
    ))}
  </div>
);
