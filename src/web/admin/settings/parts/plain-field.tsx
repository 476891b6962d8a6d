import type { ReactNode } from 'react';
import { SHOP_NOTICE_LENGTH } from '#contract/shop-notices.ts';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { lookOf, placeholderOf } from '../setting-fields.ts';
import { useSection } from '../use-section.ts';

interface PlainFieldProps {
  /** The key of the field in its section. */
  name: string;
  hint: ReactNode;
  placeholder?: string;
  /** Has room for some lines. */
  isLong?: boolean;
}

/** A field of a section that is no setting: a rate, or a notice of the shop. */
export const PlainField = ({ name, hint, placeholder, isLong }: PlainFieldProps) => {
  const { change, leave, fieldOf } = useSection();
  const { id, value, error } = fieldOf(name);
  const { label, kind, sign } = lookOf(name);
  const field = { id, label, hint, error, row: true };
  const type = (event: { target: { value: string } }) => change(name, event.target.value);
  if (kind === 'switch') {
    return (
      <Field {...field} row="small">
        {(ties) => (
          <Switch
            {...ties}
            checked={value === 'on'}
            onChange={({ target }) => change(name, target.checked ? 'on' : 'off')}
            className="self-start"
          />
        )}
      </Field>
    );
  }
  if (isLong) {
    return (
      <TextArea
        {...field}
        rows={3}
        maxLength={SHOP_NOTICE_LENGTH}
        placeholder={placeholder}
        boxClassName="text-sm"
        value={value ?? ''}
        onChange={type}
      />
    );
  }
  return (
    <TextField
      {...field}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      placeholder={placeholder ?? placeholderOf(name)}
      icon={sign && <span className="text-base">{sign}</span>}
      boxClassName={sign ? 'pl-8' : ''}
      value={value ?? ''}
      onChange={type}
      onBlur={() => leave(name)}
    />
  );
};
