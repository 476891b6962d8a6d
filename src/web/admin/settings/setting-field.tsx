import { type ChangeEvent, type ReactNode, useId } from 'react';
import type { Setting } from '#contract/settings.admin.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AccessCodeField } from './access-code-field.tsx';
import { FieldState, LOCKED, Sentence } from './field-state.tsx';
import { HueChoice, ShownColor } from './hue-choice.tsx';
import { KeyField } from './key-field.tsx';
import { isLong, LockedText } from './locked-text.tsx';
import { lookOf, placeholderOf } from './setting-fields.ts';
import { TestButton } from './test-button.tsx';
import { durationText, remarkOn } from './typed-values.ts';
import { useSection } from './use-section.ts';
import { isLocked } from './values-of-section.ts';

/** The secret that a test of an address also sends. */
const TESTED_WITH: Readonly<Record<string, string>> = {
  ORDER_WEBHOOK_URL: 'ORDER_WEBHOOK_SECRET',
  INVENTORY_FEED_URL: 'INVENTORY_FEED_TOKEN',
};

interface SettingFieldProps {
  setting: Setting;
  /** Replaces the sentence of the setting, where people have never seen one. */
  says?: string | undefined;
}

const NOT_NEEDED = 'Not needed: every order gets an address from your account key, under Advanced.';

/** One setting with its control, and everything to know about its value (behavior 10.23). */
export const SettingField = ({ setting, says }: SettingFieldProps) => {
  const { name } = setting;
  const { change, leave, fieldOf, save, settings } = useSection();
  const { id, value, error } = fieldOf(name);
  const { label, kind, unit, sign, options = [], isTried } = lookOf(name);
  const zones = useId();
  const locked = isLocked(setting);
  // Without an address the demo reads its own.
  const readsDemo =
    name === 'INVENTORY_FEED_URL' && settings.some((each) => each.name === 'DEMO' && each.value === 'on');
  const isSpare =
    kind === 'wallet' &&
    !setting.value &&
    settings.some((each) => each.name === name.replace('_ADDRESS', '_XPUB') && each.isSet);
  const shown = sign === '@' ? (value ?? '').replace(/^@/, '') : (value ?? '');
  const remark = remarkOn(name, value);
  // A test uses them together.
  const unsaved = [name, TESTED_WITH[name] ?? name].filter(
    (each, at, all) => all.indexOf(each) === at && fieldOf(each).isChanged,
  );
  const duration = durationText(shown || (setting.default ?? ''), unit);
  const type = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change(name, event.target.value);

  const below = (
    <>
      {duration && <p className="text-sm text-muted">{duration}</p>}
      {kind === 'wallet' && !locked && shown.length > 4 && !error && <AddressGroups address={shown.trim()} />}
      <FieldState setting={setting} />
      {remark && <p className="text-sm text-warning-text">{remark}</p>}
      {isTried && (setting.isSet || setting.pending?.value || unsaved.length > 0) && (
        <TestButton
          name={name}
          saved={`${setting.value} ${setting.updatedAt} ${setting.pending?.value}`}
          onSave={unsaved.length > 0 ? () => save(unsaved) : null}
        />
      )}
    </>
  );
  const field = {
    id,
    label,
    hint: <Hint setting={setting} says={isSpare ? NOT_NEEDED : says} locked={locked} />,
    error,
    row: true,
    below,
  };
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
  if (kind === 'wallet' && locked) {
    return (
      <Field {...field}>
        {() => (
          <LockedText id={id} label={label} value={shown}>
            <AddressGroups address={shown} />
          </LockedText>
        )}
      </Field>
    );
  }
  if (kind === 'key') return <KeyField setting={setting} />;
  if (kind === 'code') return <AccessCodeField setting={setting} says={says} />;
  if (kind === 'secret') {
    if (locked) return <TextField {...field} disabled value="A value is set" readOnly boxClassName={LOCKED} />;
    return (
      <PasswordField
        {...field}
        autoComplete="new-password"
        value={shown}
        onChange={type}
        placeholder={setting.isSet || setting.source !== 'default' ? 'Set. Type to replace it.' : 'Not set'}
      />
    );
  }
  if (locked && isLong(shown)) {
    return <Field {...field}>{() => <LockedText id={id} label={label} value={shown} />}</Field>;
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
        inputMode={kind === 'number' ? 'decimal' : kind === 'url' ? 'url' : undefined}
        icon={sign && <span className="text-base">{sign}</span>}
        placeholder={readsDemo ? "The demo's own feed" : isSpare ? undefined : placeholderOf(name, setting.default)}
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
    {lookOf(name).kind === 'secret' && !locked && (
      <>
        {' It is kept as you type it, in the database and its backups.'}
        {says === undefined && ' Whoever runs the server can encrypt the backups: see “Key that encrypts backups”.'}
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
