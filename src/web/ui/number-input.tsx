import type { ComponentProps, KeyboardEvent } from 'react';
import { typedNumber } from '#domain/number-rules.ts';

type NumberInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'min' | 'step'> & {
  value: string;
  onType: (text: string) => void;
  min?: number;
  step?: number;
};

/**
 * A number that keeps what is typed. A browser's own input for numbers leaves out what it does not know, and "12,50" would
 * become 1250. Up and down step it.
 */
export const NumberInput = ({ value, onType, onKeyDown, min, step = 1, ...input }: NumberInputProps) => {
  const number = typedNumber(value);
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0 || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const from = (Number.isNaN(number) ? 0 : number) / step;
    const next = step * (by > 0 ? Math.floor(from) + 1 : Math.ceil(from) - 1);
    onType(String(Math.max(min ?? Number.NEGATIVE_INFINITY, next)));
  };
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...input}
      type="text"
      role="spinbutton"
      aria-valuenow={Number.isNaN(number) ? undefined : number}
      aria-valuemin={min}
      min={min}
      step={step}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={keys}
    />
  );
};
