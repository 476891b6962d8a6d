import { useQuery } from '@tanstack/react-query';
import { closedText, DEFAULT_NOTICES } from '#contract/shop-notices.ts';
import { useFailure } from '../../../api/failure.ts';
import { NOTICES_FAILED, shopNoticesQuery } from '../../../api/queries/shop-notices.ts';
import { exampleText } from '../../../ui/field.tsx';
import { SkeletonText } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { usualText } from '../setting-fields.ts';
import { useSection } from '../use-section.ts';
import { PlainField } from './plain-field.tsx';

/** The notices as they are saved, or what stands in their place. */
const useNotices = () => {
  const query = useQuery(shopNoticesQuery);
  const failure = useFailure(query);
  const { fieldOf } = useSection();
  const closedOrders = fieldOf('notices.closedOrders').value === 'on';
  const shown = closedText({ closed: fieldOf('notices.closed').value?.trim() || null, closedOrders });
  const instead = (lines: number) =>
    failure ? <ListFailure {...failure} failed={NOTICES_FAILED} /> : <SkeletonText lines={lines} />;
  return { isLoaded: query.data !== undefined, instead, closedOrders, shown };
};

/** Stops all orders at once. It is the most urgent switch of the shop, so it comes first. */
export const PausePart = () => {
  const { isLoaded, instead, closedOrders, shown } = useNotices();
  if (!isLoaded) return instead(2);
  return (
    <>
      <PlainField
        name="notices.closedOrders"
        hint="While this is on, members can look around and fill their carts, but nobody can confirm an order."
      />
      {closedOrders && (
        <Notice tone="warning" title="Nobody can confirm an order">
          Members read: "{shown}"
        </Notice>
      )}
    </>
  );
};

/** The texts that members read in the shop (behavior 10.20). */
export const NoticesPart = () => {
  const { isLoaded, instead, closedOrders, shown } = useNotices();
  if (!isLoaded) return instead(6);
  return (
    <>
      <p className="text-sm text-muted">What members read in the shop, as plain text.</p>
      <PlainField
        name="notices.closed"
        hint="Stands at the top of the shop and of the cart, such as during a holiday. Leave empty for no notice."
        placeholder={exampleText("We're back on Monday, December 1.")}
        isLong
      />
      {shown && !closedOrders && <Notice tone="warning">Members read: "{shown}"</Notice>}
      <PlainField
        name="notices.pricing"
        hint="Stands above the products. A link to your Telegram group follows, if one is set. Leave empty for the usual text."
        placeholder={usualText(DEFAULT_NOTICES.pricing)}
        isLong
      />
      <PlainField
        name="notices.weightsShown"
        hint="Tells people at the gate that a label may be wrong. Turn it off if yours are right."
      />
      <PlainField
        name="notices.weights"
        hint="What this notice says. A link to you follows, if you are on Telegram. Leave empty for the usual text."
        placeholder={usualText(DEFAULT_NOTICES.weights)}
        isLong
      />
    </>
  );
};
