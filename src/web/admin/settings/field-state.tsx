import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { aboutSetting, isSettingName } from '#contract/setting-list.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { isUnconfirmed, messageOf } from '../../api/client.ts';
import { settingsQuery, takeBack } from '../../api/queries/settings.admin.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { fieldId, helpOf, lookOf, sentenceParts, valueText } from './setting-fields.ts';
import { useSection } from './use-section.ts';
import { isLocked, isNotInForce } from './values-of-section.ts';

/** The sentence of a setting. */
export const Sentence = ({ name }: { name: string }): ReactNode =>
  sentenceParts(helpOf(name)).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text));

const Code = ({ children }: { children: string }) => (
  <code className="rounded-small bg-well px-1 font-mono text-[0.9em] break-words text-text">{children}</code>
);

/** A locked field looks calm: its value is text, and nothing invites to press it. */
export const LOCKED = 'border-line! bg-transparent! disabled:opacity-100';

/** A value as people read it. */
const ShownValue = ({ name, value }: { name: string; value: string | null }) => {
  const { kind } = lookOf(name);
  if (value === null) return <>nothing</>;
  if (kind === 'wallet') return <AddressGroups address={value} />;
  return <strong className="font-semibold break-words text-text">{valueText(name, value)}</strong>;
};

/** Everything to know about a value besides the value: who set it, what waits, and what another owner has saved. */
export const FieldState = ({ setting }: { setting: Setting }) => {
  const { fieldOf, discard, settings } = useSection();
  const { hasMoved, isChanged } = fieldOf(setting.name);
  const { data } = useQuery(settingsQuery);
  const delay = settings.find(({ name }) => name === 'WALLET_DELAY_HOURS')?.value;
  const isGiven = setting.source === 'environment';
  return (
    <>
      {hasMoved && (
        <Remark tone="warning" Icon={TriangleAlert}>
          <p>
            Somebody else has set it to <ShownValue name={setting.name} value={setting.value} />
          </p>
          <p className="mt-1">Save again to keep yours.</p>
          <Button size="sm" className="mt-2" onClick={() => discard([setting.name])}>
            Use theirs
          </Button>
        </Remark>
      )}
      {isChanged && waits(setting, fieldOf(setting.name).value) && delay && delay !== '0' && (
        <p className="text-sm text-muted">
          {data?.hadOrders
            ? `This change waits ${delay} hours after you save it. Every owner can take it back in that time.`
            : `This change works at once. After the first order of your shop, a change waits ${delay} hours.`}
        </p>
      )}
      {setting.pending && <Waiting name={setting.name} pending={setting.pending} />}
      {isNotInForce(setting) && !isChanged && (
        <Remark tone="warning" Icon={TriangleAlert}>
          The value that was set here is not in force: it no longer fits what the operator has set. Change it, or return
          to the default.
        </Remark>
      )}
      {isGiven && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Lock aria-hidden className="size-3.5 shrink-0" />
          Set by the operator{!isLocked(setting) && '. What you set here wins.'}
        </p>
      )}
      {!isGiven && <Origin setting={setting} />}
    </>
  );
};

/** Returns whether a typed value waits: of some settings only one that turns it on, or a lower number. */
const waits = ({ name, value, default: usual }: Setting, typed: string | null): boolean => {
  const which = isSettingName(name) ? aboutSetting(name).waits : undefined;
  if (which === 'on') return typed === 'on';
  return which === 'less' ? Number(typed || usual) < Number(value ?? usual) : which === true;
};

const looks = {
  warning: { box: 'border-warning/40 bg-warning-wash', icon: 'text-warning-text' },
  notice: { box: 'border-notice/40 bg-notice-wash', icon: 'text-notice-text' },
};

const Remark = ({ tone, Icon, children }: { tone: keyof typeof looks; Icon: typeof Clock; children: ReactNode }) => (
  <div
    role="note"
    className={`flex items-start gap-2.5 rounded-control border px-3 py-2.5 text-sm text-text ${looks[tone].box}`}
  >
    <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${looks[tone].icon}`} />
    <div className="min-w-0 flex-1">{children}</div>
  </div>
);

/** A change that waits, because it says where money or orders go. */
const Waiting = ({
  name,
  pending: { value, from, by },
}: {
  name: string;
  pending: NonNullable<Setting['pending']>;
}) => {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => takeBack(queryClient, name),
    onSuccess: () => toast({ title: 'Change taken back', kind: 'success' }),
  });
  return (
    <Remark tone="notice" Icon={Clock}>
      {value === null ? (
        <p>Will be removed</p>
      ) : (
        <>
          <p>Will change to</p>
          <ShownValue name={name} value={value} />
        </>
      )}
      <p className="text-muted">
        on {formatDateTime(from)}. Set by {by}.
      </p>
      <Button
        size="sm"
        busy={isPending}
        aria-describedby={`${fieldId(name)}-label`}
        onClick={() => mutate()}
        className="mt-2"
      >
        Take back
      </Button>
      {error && !isUnconfirmed(error) && (
        <div className="mt-2">
          <FormFailure text={messageOf(error, 'Failed to take the change back')} />
        </div>
      )}
    </Remark>
  );
};

/** Only the operator's own limits come back, which the page does not know. */
const LIMITS = 'PURCHASE_LIMITS';

/** The person who set a value in the panel, the effect of an empty field, and the way back to the default. */
const Origin = ({ setting }: { setting: Setting }) => {
  const { fieldOf, change } = useSection();
  const { canReset, isChanged, value } = fieldOf(setting.name);
  const { name, updatedAt, updatedBy, secret, source } = setting;
  const hasDefault = setting.default !== null || name === 'SHOP_ACCENT';
  const hasLimits = name === LIMITS && parseLimits(value ?? '').rules?.length !== 0;
  const way =
    name === LIMITS
      ? hasLimits
        ? 'End all limits set here'
        : 'Use the limits of the operator, if there are any'
      : !secret && hasDefault
        ? `Use the default${defaultText(setting)}`
        : 'Remove';
  const said =
    isChanged && !value?.trim()
      ? afterReset(setting)
      : source === 'panel' && updatedAt && `Set ${updatedBy ? `by ${updatedBy} ` : ''}on ${formatDate(updatedAt)}.`;
  // The last row was removed a moment ago: "no limits" is what is meant.
  const hasWay = canReset && (name !== LIMITS || hasLimits || !isChanged);
  if (!said && !hasWay) return null;
  const reset = () => {
    change(name, null);
    if (name !== LIMITS) return;
    document.getElementById(fieldId(name))?.focus({ preventScroll: true });
    const putBack = () => change(name, value);
    toast({ title: 'All limits set here end when you save', action: { label: 'Undo', onSelect: putBack } });
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {said && <span>{said}</span>}
      {hasWay && (
        <button
          type="button"
          aria-describedby={`${fieldId(name)}-label`}
          onClick={reset}
          className="link py-0.5 text-left text-sm pointer-coarse:py-2"
        >
          {way}
        </button>
      )}
    </p>
  );
};

/** The default, if a few words can say it. */
const defaultText = ({ name, default: usual }: Setting): string => {
  if (name === 'SHOP_ACCENT') return ' (the standard color)';
  return usual === null ? '' : ` (${valueText(name, usual)})`;
};

const afterReset = ({ secret, default: usual, name }: Setting): string => {
  if (name === 'SHOP_ACCENT') return 'Returns to the standard color when you save.';
  if (name === LIMITS)
    return 'All limits set here end when you save. Then those of the operator apply, if there are any.';
  if (secret || usual === null) return 'Will be removed when you save.';
  return `Returns to ${valueText(name, usual)} when you save.`;
};
