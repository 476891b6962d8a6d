import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SETTING_SECTIONS, type SettingSection } from '#contract/about-setting.ts';
import { useFailure } from '../../api/failure.ts';
import { SETTINGS_FAILED, settingsQuery } from '../../api/queries/settings.admin.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { isSectionOf } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { ReadableSection } from './readable-section.tsx';
import { SectionView } from './section-view.tsx';
import { revealField } from './setting-fields.ts';
import { SettingsLayout } from './settings-layout.tsx';
import { isNotInForce } from './values-of-section.ts';

/** The parts that the order desk reads, with the sections. */
const READABLE: readonly { section: SettingSection; key: string; text?: string }[] = [
  { section: 'payment', key: 'rates', text: 'Exchange rates' },
  { section: 'chat', key: 'webhook', text: 'Webhook notices' },
  { section: 'limits', key: 'PURCHASE_LIMITS' },
];

/** The settings of the shop, a section at a time (behavior 10.23). */
export default function SettingsPage() {
  return useMay('settings.write') ? <OwnersSettings /> : <DeskSettings />;
}

const OwnersSettings = () => {
  const query = useQuery(settingsQuery);
  const failure = useFailure(query);
  const settings = query.data?.settings;
  useTarget();
  return (
    <SettingsLayout
      sections={SETTING_SECTIONS}
      marked={(section) =>
        settings?.some((each) => each.section === section && (each.pending || isNotInForce(each))) ?? false
      }
    >
      {(section) =>
        query.data ? (
          <SectionView key={section} section={section} {...query.data} isHere={(to) => isSectionOf(to, section)} />
        ) : failure ? (
          <ListFailure {...failure} failed={SETTINGS_FAILED} />
        ) : (
          <Loading />
        )
      }
    </SettingsLayout>
  );
};

const DeskSettings = () => {
  useTarget();
  return (
    <SettingsLayout
      sections={READABLE.map(({ section }) => section)}
      texts={Object.fromEntries(READABLE.flatMap(({ section, text }) => (text ? [[section, text]] : [])))}
      finds={({ key }) => key === 'own-password' || READABLE.some((each) => each.key === key)}
    >
      {(section) => <ReadableSection section={section} />}
    </SettingsLayout>
  );
};

/** As large as the fields that follow. */
const Loading = () => (
  <Card role="status" aria-label="Loading settings" className="flex flex-col gap-7 p-4 sm:p-6">
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="grid gap-x-10 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <SkeletonText lines={2} className="max-w-80" />
        <Skeleton className="h-11" />
      </div>
    ))}
  </Card>
);

/** How long a field is looked for that is still loading, and how often. */
const LOOK_FOR_MS = 5000;
const LOOK_EVERY_MS = 50;

/** Leads to the field or part that the address names, as soon as it is there. */
const useTarget = (): void => {
  const [{ at, section }] = useAddressValues(['at', 'section']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section has other fields
  useEffect(() => {
    if (!at) return;
    const look = (): boolean => {
      const target = revealField(at);
      target?.scrollIntoView({ block: 'center' });
      target?.focus({ preventScroll: true });
      return target !== null;
    };
    if (look()) return;
    const timer = setInterval(() => look() && clearInterval(timer), LOOK_EVERY_MS);
    const end = setTimeout(() => clearInterval(timer), LOOK_FOR_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [at, section]);
};
