/** Some hues to begin with, named as people name colors. */
const HUES = [
  ['Lime', 128],
  ['Green', 155],
  ['Teal', 190],
  ['Blue', 245],
  ['Violet', 290],
  ['Pink', 350],
  ['Red', 25],
  ['Orange', 55],
] as const;

/** A row of colors for a hue. Lightness and chroma are those of the accent, so every one is readable. */
export const HueChoice = ({ value, onChange }: { value: string; onChange: (hue: string) => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row
  <div role="group" aria-label="Colors" className="flex flex-wrap gap-1">
    {HUES.map(([name, hue]) => (
      <button
        key={name}
        type="button"
        aria-label={name}
        aria-pressed={value === String(hue)}
        onClick={() => onChange(String(hue))}
        className="group flex size-9 items-center justify-center rounded-full pointer-coarse:size-11"
      >
        <span
          aria-hidden
          ref={(element) => element?.style.setProperty('background-color', `oklch(0.72 0.16 ${hue})`)}
          className="block size-6 rounded-full outline-text group-aria-pressed:outline-2 group-aria-pressed:outline-offset-2"
        />
      </button>
    ))}
  </div>
);
