import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Megaphone, Store } from 'lucide-react';
import {
  closedText,
  DEFAULT_NOTICES,
  SHOP_NOTICE_LENGTH,
  type ShopNotices,
  setShopNotices,
} from '#contract/shop-notices.ts';
import { useFailure } from '../../api/failure.ts';
import { NOTICES_FAILED, shopNoticesQuery, showNotices } from '../../api/queries/shop-notices.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { FormFailure, Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { DrawerButton, type DrawerState } from '../lists/drawer-button.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';

/** Opens the notices of the shop (behavior 10.20). */
export const ShopNoticesButton = (drawer: DrawerState) => (
  <DrawerButton {...drawer} icon={<Megaphone aria-hidden className="size-4.5" />} label="Shop notices" wide>
    <ShopNoticesForm />
  </DrawerButton>
);

/** The notices of the shop. Owners write them, the other roles read them. */
const ShopNoticesForm = () => {
  const query = useQuery(shopNoticesQuery);
  const failure = useFailure(query);
  const mayWrite = useMay('settings.write');
  const notices = query.data;
  if (!notices) return failure ? <ListFailure {...failure} failed={NOTICES_FAILED} /> : <SkeletonText lines={6} />;
  return mayWrite ? <NoticesForm notices={notices} /> : <NoticesText notices={notices} />;
};

/** The fields. An empty text is the default. */
type Fields = Record<'pricing' | 'weights' | 'closed', string> & { closedOrders: boolean };

const fieldsOf = ({ pricing, weights, closed, closedOrders }: ShopNotices): Fields => ({
  pricing: pricing ?? '',
  weights: weights ?? '',
  closed: closed ?? '',
  closedOrders,
});

const NoticesForm = ({ notices }: { notices: ShopNotices }) => {
  const queryClient = useQueryClient();
  const { form, submit, isBusy, field, failure } = useEndpointForm<typeof setShopNotices, Fields, Fields>(
    setShopNotices,
    {
      values: fieldsOf(notices),
      onDone: (saved, { reset }) => {
        showNotices(queryClient, saved);
        reset(fieldsOf(saved));
        toast({ title: 'Shop notices saved', kind: 'success' });
      },
      fallback: 'Failed to save the shop notices',
    },
  );
  const [closed, closedOrders] = [form.watch('closed'), form.watch('closedOrders')];
  const shown = closedText({ ...notices, closed: closed.trim() || null, closedOrders });
  const area = { rows: 3, maxLength: SHOP_NOTICE_LENGTH, boxClassName: 'text-sm' };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        What members read in the shop. Plain text. An empty field shows the text that every shop starts with.
      </p>
      <fieldset className="flex flex-col gap-3 rounded-card border border-line p-4">
        <legend className="flex items-center gap-2 px-1 text-sm font-semibold text-text">
          <Store aria-hidden className="size-4" />
          Closed
        </legend>
        <TextArea
          label="Notice while closed"
          hint="At the top of the shop and of the cart. Empty: no notice."
          placeholder="We're back on Monday, December 1."
          {...area}
          {...field('closed')}
        />
        <Switch label="Take no orders" {...form.register('closedOrders')} />
        <Notice tone={shown ? 'warning' : 'notice'} title={closedOrders ? 'Nobody can confirm an order' : undefined}>
          {shown ? `Members read: "${shown}"` : 'The shop is open. Members see no notice.'}
        </Notice>
      </fieldset>
      <TextArea
        label="Bulk pricing"
        hint="Above the products. A link to your Telegram group follows, if one is set."
        placeholder={DEFAULT_NOTICES.pricing}
        {...area}
        {...field('pricing')}
      />
      <TextArea
        label="Weights"
        hint="At the gate. A link to the seller follows, if one is set."
        placeholder={DEFAULT_NOTICES.weights}
        {...area}
        {...field('weights')}
      />
      <FormFailure text={failure} />
      <Button type="submit" variant="primary" busy={isBusy} className="self-start">
        Save notices
      </Button>
    </form>
  );
};

const NoticesText = ({ notices }: { notices: ShopNotices }) => {
  const texts = [
    ['Closed', closedText(notices) ?? 'The shop is open.'],
    ['Bulk pricing', notices.pricing ?? DEFAULT_NOTICES.pricing],
    ['Weights', notices.weights ?? DEFAULT_NOTICES.weights],
  ] as const;
  return (
    <dl className="flex flex-col gap-5">
      {texts.map(([name, text]) => (
        <div key={name}>
          <dt className="text-sm font-semibold text-text">{name}</dt>
          <dd className="mt-1 text-sm whitespace-pre-line text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
};
