import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import type { OpeningStep } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { COIN_NAMES, type Coin } from '#domain/quotes.ts';
import { ratesQuery, settingsQuery } from '../../api/queries/settings.admin.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { LimitsField } from '../settings/limits-field.tsx';
import { LogoPart } from '../settings/parts/logo-part.tsx';
import { PlainField } from '../settings/parts/plain-field.tsx';
import { SettingField } from '../settings/setting-field.tsx';
import { lookOf } from '../settings/setting-fields.ts';
import { useSection } from '../settings/use-section.ts';
import { waitingText } from '../settings/values-of-section.ts';
import { StepFoot, type StepProps } from './step-foot.tsx';
import { FIELD_HINTS, isLeftEmpty, STEPS } from './steps.ts';

/** The settings with these names, as fields. */
export const Fields = ({ names, children }: { names: readonly string[]; children?: ReactNode }) => {
  const { settings } = useSection();
  const shown = names.flatMap((name) => settings.find((setting) => setting.name === name) ?? []);
  const ofKind = (kind: string) => shown.filter(({ name }) => lookOf(name).kind === kind);
  const [keys, limits] = [ofKind('key'), ofKind('limits')];
  const plain = shown.filter((setting) => !keys.includes(setting) && !limits.includes(setting));
  return (
    <>
      <Card className="flex flex-col gap-6 p-4 sm:p-6">
        {plain.map((setting) => (
          <Fragment key={setting.name}>
            <SettingField setting={setting} says={FIELD_HINTS[setting.name]} />
            <RateOf of={setting.name} />
          </Fragment>
        ))}
        {keys.length > 0 && <AccountKeys keys={keys} />}
        {children}
      </Card>
      {limits.map((setting) => (
        <section key={setting.name} className="flex flex-col gap-2.5">
          <h3 className="text-base font-semibold">{lookOf(setting.name).label}</h3>
          <LimitsField setting={setting} hasText={false} />
        </section>
      ))}
    </>
  );
};

/** Most people begin with an address of their wallet, so the keys wait behind a press. */
const AccountKeys = ({ keys }: { keys: readonly Setting[] }) => {
  const [isShown, setShown] = useState(keys.some(({ isSet }) => isSet));
  return (
    <>
      <div className="flex flex-col gap-1">
        <Button variant="ghost" className="-ml-4 self-start" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          <ChevronDown aria-hidden className={cx('size-4.5', isShown && 'rotate-180')} />
          An address for each order
        </Button>
        <p className="text-sm text-muted">
          So you see who has paid, and so does the shop. It needs a public key of your wallet. You can also add it
          later, in Settings, under Payment.
        </p>
      </div>
      {isShown && keys.map((setting) => <SettingField key={setting.name} setting={setting} />)}
    </>
  );
};

const COIN_OF: Readonly<Record<string, Coin>> = { BTC_ADDRESS: 'BTC', LTC_ADDRESS: 'LTC' };

/** The price of a coin, once there is an address or a key for it: without a rate no order says how much to send. */
const RateOf = ({ of }: { of: string }) => {
  const { fieldOf } = useSection();
  const { data: rates } = useQuery(ratesQuery);
  const coin = COIN_OF[of];
  const isTyped = [of, `${coin}_XPUB`].some((each) => fieldOf(each).value?.trim());
  if (!coin || rates?.source !== 'manual' || !isTyped) return null;
  const key = `rates.${coin}`;
  const name = COIN_NAMES[coin];
  return (
    <PlainField
      name={key}
      hint={
        <>
          What one {name} costs now.{' '}
          {fieldOf(key).value?.trim() ? (
            'With it, an order says exactly how much to send.'
          ) : (
            <strong className="font-medium text-warning-text">
              Without it, orders do not say how much {name} to send.
            </strong>
          )}{' '}
          Keep it up to date in Settings, under Payment.
        </>
      }
    />
  );
};

/** The parts that a step saves besides its settings. */
const ALSO_SAVED: Partial<Record<OpeningStep, readonly string[]>> = {
  name: ['logo'],
  payment: ['rates.BTC', 'rates.LTC'],
};

/** A step that is some settings. "Save" also saves them as they are: accepting the defaults is a choice, and nothing is none. */
export const SettingsStep = (props: StepProps) => {
  const { step, path } = props;
  const { names } = STEPS[step];
  const form = useSection();
  const queryClient = useQueryClient();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (form.isBusy || path.marking !== null) return;
    const saved = form.changed.filter((name) => names.includes(name));
    if (!(await form.save([...names, ...(ALSO_SAVED[step] ?? [])]))) return;
    const settings = queryClient.getQueryData(settingsQuery.queryKey)?.settings ?? [];
    const waiting = waitingText(settings, saved);
    if (waiting) toast({ title: 'Saved, but not in force yet', description: waiting, kind: 'success' });
    await path.settle(step, isLeftEmpty(step, settings) ? 'skipped' : 'done');
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <Fields names={names}>{step === 'name' && <LogoPart />}</Fields>
      <StepFoot {...props} failure={form.failure}>
        <Button type="submit" variant="primary" busy={form.isBusy || path.marking === 'done'}>
          Save
        </Button>
      </StepFoot>
    </form>
  );
};
