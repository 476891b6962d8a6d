import { Lock } from 'lucide-react';
import type { Setting } from '#contract/settings.admin.ts';
import { Notice } from '../../ui/notice.tsx';
import { Sentence } from './field-state.tsx';
import { fieldId, lookOf } from './setting-fields.ts';
import { TestButton } from './test-button.tsx';
import { everyText } from './typed-values.ts';

/** Settings that only the operator changes, with their values. */
export const ReadOnlyList = ({ settings }: { settings: readonly Setting[] }) => (
  <dl className="flex flex-col">
    {settings.map((setting) => (
      <div
        key={setting.name}
        id={fieldId(setting.name)}
        tabIndex={-1}
        className="grid gap-x-10 gap-y-1 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
      >
        <dt className="min-w-0">
          <span className="block text-sm font-medium text-text">{lookOf(setting.name).label}</span>
          <span className="mt-0.5 block text-sm text-muted">
            <Sentence name={setting.name} />
          </span>
          {/* The operator of the server sets it under this name. */}
          <span className="mt-0.5 block text-xs/5 break-words text-muted">
            Environment: <span className="font-mono">{setting.name}</span>
          </span>
        </dt>
        <dd className="flex min-w-0 flex-col gap-2 text-sm">
          <Value setting={setting} />
          {setting.name === 'TEST_POINTS' && setting.value === 'on' && <OpenPoints />}
          {lookOf(setting.name).isTried && setting.isSet && (
            <TestButton name={setting.name} saved={String(setting.value)} />
          )}
        </dd>
      </div>
    ))}
  </dl>
);

/** Points are worth money, so a shop that sells must not give them to anyone. */
export const OpenPoints = () => (
  <Notice tone="warning" title="Anyone can give themselves points">
    The page /test-points needs no login. Whoever runs the server must turn "Test points" off before you sell.
  </Notice>
);

const Value = ({ setting: { name, value, secret, isSet, source } }: { setting: Setting }) => (
  <span className="flex flex-wrap items-baseline gap-x-3">
    <span className="min-w-0 break-words text-text">
      {secret
        ? isSet
          ? 'A value is set'
          : 'Not set'
        : (shownValue(name, value) ?? <span className="text-muted">Not set</span>)}
    </span>
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      {source === 'environment' ? (
        <>
          <Lock aria-hidden className="size-3" />
          Set by the operator
        </>
      ) : (
        value !== null && 'Default'
      )}
    </span>
  </span>
);

const shownValue = (name: string, value: string | null): string | null => {
  const { unit } = lookOf(name);
  if (value === null) return null;
  if (name === 'BACKUP_EVERY') return everyText(value);
  if (value === 'on' || value === 'off') return value === 'on' ? 'On' : 'Off';
  return unit ? `${value} ${unit}` : value;
};
