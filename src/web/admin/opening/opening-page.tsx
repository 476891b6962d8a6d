import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Opening } from '#contract/opening.ts';
import type { Setting } from '#contract/settings.admin.ts';
import { useFailure } from '../../api/failure.ts';
import { OPENING_FAILED, openingQuery } from '../../api/queries/opening.ts';
import { ratesQuery, SETTINGS_FAILED, settingsQuery } from '../../api/queries/settings.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { LeaveQuestion, useOwnScrolling } from '../../shared/leave-question.tsx';
import { useRightToasts } from '../../ui/toaster.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { staysOnOpening } from '../panel-links.ts';
import { SaveQuestion } from '../settings/save-question.tsx';
import { lookOf } from '../settings/setting-fields.ts';
import { SectionContext, useSettingsForm } from '../settings/use-section.ts';
import { savedLogo, savedRates, savedSettings } from '../settings/values-of-section.ts';
import { NO_WAY, type WayIn } from './door-step.tsx';
import { OpeningEnd } from './opening-end.tsx';
import { OpeningFrame, OpeningSkeleton } from './opening-frame.tsx';
import { OpeningPath } from './opening-path.tsx';
import { ShopDoor } from './shop-door.tsx';
import { endText, lackingSteps, OPENING_SETTINGS, progressText, settledCount } from './steps.ts';
import { useOpenStep } from './use-open-step.ts';

/** "Open your shop": from an empty shop to its first member, in eight steps on one page (behavior 10.24). */
export default function OpeningPage() {
  const [opening, settings] = [useQuery(openingQuery), useQuery(settingsQuery)];
  const [ofOpening, ofSettings] = [useFailure(opening), useFailure(settings)];
  useOwnScrolling();
  useRightToasts();
  if (opening.data && settings.data) return <WholePath opening={opening.data} settings={settings.data.settings} />;
  if (ofOpening ?? ofSettings) {
    return (
      <OpeningFrame>
        {ofOpening && !opening.data && <ListFailure {...ofOpening} failed={OPENING_FAILED} />}
        {ofSettings && !settings.data && <ListFailure {...ofSettings} failed={SETTINGS_FAILED} />}
      </OpeningFrame>
    );
  }
  return <OpeningSkeleton />;
}

const WholePath = ({ opening, settings }: { opening: Opening; settings: readonly Setting[] }) => {
  const { logo, notices } = useShop();
  const { data: rates } = useQuery(ratesQuery);
  const saved = savedSettings(settings.filter(({ name }) => OPENING_SETTINGS.includes(name)));
  const form = useSettingsForm({ ...saved, ...savedLogo(logo), ...savedRates(rates) }, settings);
  // Problems of the last step do not apply to the next one.
  const path = useOpenStep(opening, () => form.discard([]));
  const [way, setWay] = useState<WayIn>(NO_WAY);
  const { steps } = opening;
  const settled = settledCount(steps);
  const isComplete = settled === steps.length;
  // An owner at a step finishes it first, even if another owner has settled the last one.
  const isAtEnd = isComplete && path.open === null;
  const isFilled = opening.products > 0;
  const name = form.fieldOf('SHOP_NAME').value?.trim();
  const hue = form.fieldOf('SHOP_ACCENT').value?.trim();
  return (
    <SectionContext value={form}>
      <OpeningFrame
        progress={<p>{progressText(steps)}</p>}
        end={isAtEnd ? endText(opening, notices.closedOrders) : undefined}
        door={
          <ShopDoor
            name={name}
            hue={hue}
            // Ajar at most, until there is something to order.
            lit={isFilled ? settled / steps.length : Math.min(settled / steps.length, 0.35)}
            isFilled={isFilled}
            isSoon={isAtEnd && lackingSteps(steps).length > 0}
            isClosed={notices.closedOrders}
          />
        }
      >
        {isAtEnd && <OpeningEnd opening={opening} onOpen={path.openStep} code={way.code} />}
        <OpeningPath opening={opening} path={path} way={way} onWay={setWay} />
      </OpeningFrame>
      <LeaveQuestion
        unsaved={form.changed.map((key) => lookOf(key).label)}
        isHere={staysOnOpening}
        onLeave={() => form.discard()}
      />
      <SaveQuestion />
    </SectionContext>
  );
};
