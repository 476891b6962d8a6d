import { useQuery } from '@tanstack/react-query';
import type { SettingSection } from '#contract/about-setting.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { useFailure } from '../../api/failure.ts';
import { LIMITS_FAILED, purchaseLimitsQuery } from '../../api/queries/settings.admin.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { LimitsPreview } from './parts/limits-preview.tsx';
import { RatesPart } from './parts/rates-part.tsx';
import { WebhookNotices } from './parts/webhook-notices.tsx';
import { TitledGroup } from './section-view.tsx';

/** The part of a section that the order desk reads. Nothing in it can be changed. */
export const ReadableSection = ({ section }: { section: SettingSection }) => {
  if (section === 'payment') {
    return (
      <Part title="Exchange rates" part="rates">
        <RatesPart readOnly />
      </Part>
    );
  }
  if (section === 'chat') {
    return (
      <Part title="Webhook notices" part="webhook">
        <WebhookNotices />
      </Part>
    );
  }
  return (
    <Part title="Purchase limits" part="PURCHASE_LIMITS">
      <Limits />
    </Part>
  );
};

const Part = ({ title, part, children }: { title: string; part: string; children: React.ReactNode }) => (
  <TitledGroup title={title} part={part}>
    <Card className="flex flex-col gap-6 p-4 sm:p-6">{children}</Card>
  </TitledGroup>
);

const Limits = () => {
  const query = useQuery(purchaseLimitsQuery);
  const failure = useFailure(query);
  if (!query.data) return failure ? <ListFailure {...failure} failed={LIMITS_FAILED} /> : <SkeletonText lines={4} />;
  return (
    <>
      <p className="text-sm text-muted">
        Each limit counts back from the moment of an order: 1 day is the last 24 hours. Canceled and expired receipts
        don't count.
      </p>
      <LimitsPreview rules={parseLimits(query.data.text).rules ?? []} />
    </>
  );
};
