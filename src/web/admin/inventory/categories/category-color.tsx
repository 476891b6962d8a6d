import { type CSSProperties, useId } from 'react';
import { cx } from '../../../ui/cx.ts';

const STEP = 30;
/** Colors all around, and the one that a category has without any of them. */
const HUES: readonly (number | null)[] = [null, ...Array.from({ length: 360 / STEP }, (_, at) => at * STEP)];

interface CategoryColorProps {
  /** Null for the color that the category has by itself. */
  hue: number | null;
  onChange: (hue: number | null) => void;
}

/** The color of a category, as on its tile. Another hue that was set by a call stays among the choices. */
export const CategoryColor = ({ hue, onChange }: CategoryColorProps) => {
  const group = useId();
  const choices = HUES.includes(hue) ? HUES : [...HUES, hue];
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-text">Color</legend>
      <div className="-mx-1 flex flex-wrap">
        {choices.map((choice) => (
          <label
            key={choice}
            title={nameOf(choice)}
            className="relative flex size-9 cursor-pointer items-center justify-center pointer-coarse:size-11"
          >
            <input
              type="radio"
              name={group}
              aria-label={nameOf(choice)}
              checked={choice === hue}
              onChange={() => onChange(choice)}
              className="peer sr-only"
            />
            <span
              aria-hidden
              data-hue={choice === null ? undefined : 'own'}
              style={choice === null ? undefined : ({ '--category-hue': choice } as CSSProperties)}
              className={cx(
                'flex size-7 items-center justify-center rounded-full border-2 border-transparent bg-category-text bg-clip-content p-0.5 text-[0.625rem] font-semibold',
                'peer-checked:border-text peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text',
                choice === null && 'text-category-wash',
              )}
            >
              {choice === null && 'A'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const NAMES = ['Red', 'Orange', 'Gold', 'Yellow', 'Lime', 'Green', 'Teal', 'Sky', 'Blue', 'Violet', 'Magenta', 'Pink'];

const nameOf = (hue: number | null): string => (hue === null ? 'Automatic' : (NAMES[hue / STEP] ?? `Hue ${hue}`));
