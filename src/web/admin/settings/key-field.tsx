import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import type { Setting } from '#contract/settings.admin.ts';
import { MISTYPED_KEY } from '#domain/constants.ts';
import { COIN_NAMES, type Coin, neededGapLimit, USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import { counted } from '#domain/text.ts';
import { ApiError, isUnconfirmed, messageOf, NO_RESPONSE } from '../../api/client.ts';
import { checkAccountKey, settingsQuery } from '../../api/queries/settings.admin.ts';
import { AddressGroups } from '../../shared/address-groups.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FieldState, LOCKED, Sentence } from './field-state.tsx';
import { isLong, LockedText } from './locked-text.tsx';
import { NextIndex } from './next-index.tsx';
import { inWords, lookOf, placeholderOf } from './setting-fields.ts';
import { useAfterPress } from './use-after-press.ts';
import { useSection } from './use-section.ts';
import { isLocked } from './values-of-section.ts';

/** An account key, which is saved once its owner has compared its first addresses with the wallet (behavior 12.7). */
export const KeyField = ({ setting }: { setting: Setting }) => {
  const { name } = setting;
  const { change, discard, compare, fieldOf } = useSection();
  const { id, value, error, isChanged } = fieldOf(name);
  const locked = isLocked(setting);
  const text = value?.trim() ?? '';
  const check = useMutation({
    mutationFn: (typed: string) => checkAccountKey(name, typed),
    onSuccess: ([first], typed) => compare(name, typed, first!),
    // Of what the shop refuses, only a key with a wrong letter stays. Anything else may be private: nobody sees it again.
    onError: (failure) => isRefusal(failure) && !isMistyped(failure) && discard([name]),
  });
  const afterPress = useAfterPress();
  const latest = useRef({ text, check });
  latest.current = { text, check };
  // Whoever leaves the field hears at once what is wrong with the key, or sees its addresses.
  const checkOnLeaving = () =>
    afterPress(() => {
      const now = latest.current;
      if (now.text !== '' && now.text === text && now.check.variables !== text) now.check.mutate(text);
    });
  const coin = name === 'BTC_XPUB' ? 'BTC' : 'LTC';
  const addresses = isChanged && check.variables === text ? check.data : undefined;
  const isRefused = check.error && !isUnconfirmed(check.error) && (!isChanged || check.variables === text);
  const problem = isRefused ? inWords(reasonOf(messageOf(check.error, NO_RESPONSE))) : error;
  const { label } = lookOf(name);
  const field = { id, label, hint: <Sentence name={name} />, error: problem, row: true };
  const below = (
    <>
      {isChanged && text !== '' && (
        <Button size="sm" className="self-start" busy={check.isPending} onClick={() => check.mutate(text)}>
          {!check.isPending && <KeyRound aria-hidden className="size-4" />}
          Check this key
        </Button>
      )}
      <div role="status">{addresses && <FirstAddresses addresses={addresses} />}</div>
      <FieldState setting={setting} />
      <UnusedRun coin={coin} />
      {!isChanged && <NextIndex coin={coin} from={setting.pending?.value ? setting.pending.from : null} />}
    </>
  );
  if (locked && isLong(value)) {
    return (
      <Field {...field} below={below}>
        {() => <LockedText id={id} label={label} value={value} />}
      </Field>
    );
  }
  return (
    <TextField
      {...field}
      verbatim
      autoComplete="off"
      disabled={locked}
      placeholder={placeholderOf(name)}
      boxClassName={cx('font-mono text-sm', locked && LOCKED)}
      value={value ?? ''}
      onChange={({ target }) => {
        check.reset();
        change(name, target.value);
      }}
      onBlur={() => isChanged && checkOnLeaving()}
      below={below}
    />
  );
};

const isRefusal = (failure: Error): boolean => failure instanceof ApiError && failure.code === 'invalid_setting';

const isMistyped = (failure: Error): boolean => failure.message.includes(MISTYPED_KEY);

/** The sentence without the name of the setting, which the field has already. */
const reasonOf = (sentence: string): string => sentence.replace(/^[A-Z_]+=… is not usable: it/, 'It');

/** The bar with Save would cover them. */
const showWhole = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'center' });

const FirstAddresses = ({ addresses }: { addresses: readonly string[] }) => (
  <div ref={showWhole} className="flex flex-col gap-2 rounded-control border border-line bg-well px-3 py-2.5 text-sm">
    <p className="text-text">
      Compare these with the first addresses under Receive in your wallet. Save only if they are the same.
    </p>
    <ol aria-label="First addresses" className="flex flex-col gap-1.5">
      {addresses.map((address, index) => (
        <li key={address} className="flex gap-2.5">
          <span className="leading-6 text-muted">{index + 1}</span>
          <AddressGroups address={address} />
        </li>
      ))}
    </ol>
    <p className="text-muted">
      A key that is new to this shop starts at the first address. If another shop or a lost database gave out some of
      them, save the key and then press "Start at a higher index" before the first order, or two orders share an
      address.
    </p>
  </div>
);

/** A wallet with the usual gap limit does not see an address after so many unused ones (behavior 7.27). */
const UnusedRun = ({ coin }: { coin: Coin }) => {
  const { data } = useQuery(settingsQuery);
  const run = data?.unusedAddresses.find((each) => each.coin === coin)?.run;
  if (run === undefined) return null;
  if (run <= USUAL_GAP_LIMIT)
    return (
      <p className="text-sm text-muted">
        {run === 0
          ? 'No address is'
          : `At most ${counted(run, 'address', 'addresses')} in a row ${run === 1 ? 'is' : 'are'}`}{' '}
        without a payment. Your wallet looks {USUAL_GAP_LIMIT} ahead, so it sees all of them.
      </p>
    );
  return (
    <Notice tone="warning" title={`${run} addresses in a row unused`}>
      So many orders in a row were not paid, and your {COIN_NAMES[coin]} wallet may not look far enough for the next
      payment. Set its gap limit to {neededGapLimit(run)}, or it misses payments.
    </Notice>
  );
};
