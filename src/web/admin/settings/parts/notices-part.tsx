import { useQuery } from '@tanstack/react-query';
import { closedText, DEFAULT_NOTICES } from '#contract/shop-notices.ts';
import { useFailure } from '../../../api/failure.ts';
import { NOTICES_FAILED, shopNoticesQuery } from '../../../api/queries/shop-notices.ts';
import { SkeletonText } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { useSection } from '../use-section.ts';
import { PlainField } from './plain-field.tsx';

/** What members read in the shop (behavior 10.20). */
export const NoticesPart = () => {
  const query = useQuery(shopNoticesQuery);
  const failure = useFailure(query);
  const { fieldOf } = useSection();
  if (!query.data) return failure ? <ListFailure {...failure} failed={NOTICES_FAILED} /> : <SkeletonText lines={6} />;
  const closedOrders = fieldOf('notices.closedOrders').value === 'on';
  const closed = fieldOf('notices.closed').value?.trim() || null;
  const shown = closedText({ closed, closedOrders });
  return (
    <>
      <p className="text-sm text-muted">What members read in the shop, as plain text.</p>
      <PlainField
        name="notices.closed"
        hint="At the top of the shop and of the cart. Leave empty for no notice."
        placeholder="We're back on Monday, December 1."
        isLong
      />
      <PlainField name="notices.closedOrders" hint="Nobody can confirm an order while this is on." />
      {shown && (
        <Notice tone="warning" title={closedOrders ? 'Nobody can confirm an order' : undefined}>
          Members read: "{shown}"
        </Notice>
      )}
      <PlainField
        name="notices.pricing"
        hint="Above the products. A link to your Telegram group follows, if one is set. Leave empty for the usual text."
        placeholder={DEFAULT_NOTICES.pricing}
        isLong
      />
      <PlainField name="notices.weightsShown" hint="At the gate. Turn it off if your labels are right." />
      <PlainField
        name="notices.weights"
        hint="A link to the seller follows, if one is set. Leave empty for the usual text."
        placeholder={DEFAULT_NOTICES.weights}
        isLong
      />
    </>
  );
};
