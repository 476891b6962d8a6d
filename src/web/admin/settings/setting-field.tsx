import { type ChangeEvent, type ReactNode, useId } from 'react';
import type { Setting } from '#contract/settings.admin.ts';
import { telegramName } from '#domain/text.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FieldState } from './field-state.tsx';
import { HueChoice, ShownColor } from './hue-choice.tsx';
import { helpOf, lookOf, sentenceParts } from './setting-fields.ts';
import { TestButton } from './test-button.tsx';
import { durationText } from './typed-values.ts';
import { useSection } from './use-section.ts';
import { isLocked } from './values-of-section.ts';

/** The sentence of a setting. */
export const Sentence = ({ name }: { name: string }): ReactNode =>
  sentenceParts(helpOf(name)).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text));

const Code = ({ children }: { children: string }) => (
  <code className="rounded-small bg-well px-1 font-mono text-[0.9em] break-words text-text">{children}</code>
);

/** A locked field looks calm: its value is text, and nothing invites to press it. */
const LOCKED = 'border-line! bg-transparent! disabled:opacity-100';

interface SettingFieldProps {
  setting: Setting;
  /** Replaces the sentence of the setting, where people have never seen one. */
  says?: string | undefined;
}

/** One setting with its control, and everything to know about its value (behavior 10.23). */
export const SettingField = ({ setting, says }: SettingFieldProps) => {
  const { name } = setting;
  const { change, leave, fieldOf } = useSection();
  const { id, value, error, isChanged } = fieldOf(name);
  const { label, kind, unit, sign, options = [], placeholder, isTried } = lookOf(name);
  const zones = useId();
  const locked = isLocked(setting);
  const shown = sign === '@' ? telegramName(value ?? '') : (value ?? '');
  const duration = durationText(shown || (setting.default ?? ''), unit);
  const type = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change(name, event.target.value);

  const below = (
    <>
      {duration && <p className="text-sm text-muted">{duration}</p>}
      {kind === 'wallet' && shown.length > 4 && !error && <AddressGroups address={shown.trim()} />}
      <FieldState setting={setting} />
      {isTried && setting.isSet && <TestButton key={setting.updatedAt} name={name} isChanged={isChanged} />}
    </>
  );
  const field = { id, label, hint: <Hint setting={setting} says={says} locked={locked} />, error, row: true, below };
  const control = { value: shown, onChange: type, onBlur: () => leave(name), disabled: locked };

  if (kind === 'hue') {
    return (
      <Field {...field}>
        {(ties) =>
          locked ? (
            <ShownColor id={id} value={shown} />
          ) : (
            <HueChoice ties={ties} value={shown} onChange={(hue) => change(name, hue || null)} />
          )
        }
      </Field>
    );
  }
  if (kind === 'switch') {
    const isOn = (value ?? setting.default) === 'on';
    return (
      <Field {...field} row="small">
        {(ties) => (
          <Switch
            {...ties}
            checked={isOn}
            disabled={locked}
            onChange={({ target }) => change(name, target.checked ? 'on' : 'off')}
            className="self-start"
          />
        )}
      </Field>
    );
  }
  if (kind === 'choice') {
    const chosen = value ?? setting.default ?? options[0]?.value ?? '';
    return (
      <Select
        {...field}
        value={chosen}
        onChange={type}
        disabled={locked}
        options={options}
        boxClassName={cx(locked && LOCKED)}
      />
    );
  }
  if (kind === 'secret') {
    const isSet = setting.isSet || setting.source !== 'default' || name === 'SHOP_ACCESS_CODE';
    if (locked) return <TextField {...field} disabled value="A value is set" readOnly boxClassName={LOCKED} />;
    return (
      <PasswordField
        {...field}
        autoComplete="new-password"
        value={shown}
        onChange={type}
        placeholder={isSet ? 'Set. Type to replace it.' : 'Not set'}
      />
    );
  }
  return (
    <>
      <TextField
        {...field}
        {...control}
        type="text"
        verbatim
        autoComplete="off"
        unit={unit}
        isShort={kind === 'number'}
        inputMode={kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : undefined}
        icon={sign && <span className="text-base">{sign}</span>}
        placeholder={setting.default ?? placeholder}
        list={kind === 'zone' ? zones : undefined}
        boxClassName={cx(sign && 'pl-8', kind === 'wallet' && 'font-mono text-sm', locked && LOCKED)}
      />
      {kind === 'zone' && <Zones id={zones} />}
    </>
  );
};

const Hint = ({ setting: { name, value }, says, locked }: SettingFieldProps & { locked: boolean }): ReactNode => (
  <>
    {says ?? <Sentence name={name} />}
    {lookOf(name).kind === 'url' &&
      value !== null &&
      !locked &&
      ' Only its beginning is shown; to change it, type the whole address.'}
    {lookOf(name).kind === 'secret' && !locked && name !== 'SHOP_ACCESS_CODE' && (
      <>
        {' It is kept as you type it, in the database and its backups.'}
        {says === undefined && (
          <>
            {' Whoever runs the server can encrypt these '}
            <span className="whitespace-nowrap">
              (<span className="font-mono text-xs">BACKUP_RECIPIENT</span>).
            </span>
          </>
        )}
      </>
    )}
  </>
);

/** All time zones that the browser knows, to choose from while typing. */
const Zones = ({ id }: { id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
);
