import './hue-choice.css';
import { type CSSProperties, useId } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { COLORS, colorName, LARGEST_HUE, readHue } from './setting-fields.ts';

/** The place of the slider for the shade of the software. */
const STANDARD_HUE = 128;

const hueStyle = (hue: number | null) => (hue === null ? undefined : ({ '--hue': hue } as CSSProperties));

interface HueChoiceProps {
  /** The id of the slider, which the label of the field names. */
  ties: { id: string; 'aria-describedby': string | undefined };
  /** A hue as a text; empty for the shade of the software. */
  value: string;
  onChange: (hue: string) => void;
}

/** The accent: colors with their names, a slider for all between them, and how a button and a link look with it. */
export const HueChoice = ({ ties, value, onChange }: HueChoiceProps) => {
  const hue = readHue(value);
  const group = useId();
  return (
    <div className="accent-field flex flex-col gap-3">
      <div role="radiogroup" aria-label="Colors" className="grid grid-cols-5 gap-1">
        {COLORS.map((color) => (
          <label
            key={color.name}
            className="group relative flex cursor-pointer flex-col items-center gap-1 rounded-control px-0.5 py-1.5 text-xs text-muted hover:text-text has-checked:text-text"
          >
            <input
              type="radio"
              name={group}
              checked={color.hue === hue}
              onChange={() => onChange(color.hue === null ? '' : String(color.hue))}
              className="peer sr-only"
            />
            <span
              aria-hidden
              className={cx(
                'rounded-full border-2 border-transparent p-0.5 group-hover:border-edge peer-checked:border-text',
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text',
              )}
            >
              <span
                className="accent-color block size-7 rounded-full forced-color-adjust-none"
                style={hueStyle(color.hue)}
              />
            </span>
            <span className="peer-checked:font-semibold">{color.name}</span>
          </label>
        ))}
      </div>
      <input
        {...ties}
        type="range"
        min={0}
        max={LARGEST_HUE}
        value={hue ?? STANDARD_HUE}
        aria-valuetext={hue === null ? 'Standard' : colorName(value)}
        onChange={(event) => onChange(event.target.value)}
        className="accent-slider"
      />
      <div aria-hidden style={hueStyle(hue)} className="accent-sample">
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-surface px-3 py-2.5">
          <span className={buttonClass({ variant: 'primary', size: 'sm' })}>Add to Cart</span>
          <span className="link text-sm">Why this price?</span>
        </div>
      </div>
    </div>
  );
};

/** A color that nobody can change here, as a spot and a word. */
export const ShownColor = ({ id, value }: { id: string; value: string }) => (
  <p id={id} tabIndex={-1} className="accent-field flex min-h-11 items-center gap-3 text-text">
    <span aria-hidden className="accent-color size-7 rounded-full" style={hueStyle(readHue(value))} />
    {colorName(value)}
  </p>
);
