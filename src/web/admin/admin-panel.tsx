import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { useSearch } from 'wouter';
import type { User } from '#contract/users.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { userQuery } from '../api/queries/users.ts';
import { navigate } from '../browser/layer-history.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { Announcer } from '../ui/announcer.tsx';
import { cx } from '../ui/cx.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { AccessDenied } from './access-denied.tsx';
import { Attention } from './attention.tsx';
import { InventoryTab } from './inventory/inventory-tab.tsx';
import { OpeningSkeleton } from './opening/opening-frame.tsx';
import { OwnPassword } from './own-password-step.tsx';
import { PanelHeader } from './panel-header.tsx';
import {
  movedAddress,
  type PanelTab,
  readSidePage,
  readTab,
  type SidePage,
  tabAddress,
  tabsOf,
} from './panel-links.ts';
import { PanelRoleContext } from './panel-role.ts';
import { PanelPasskeys } from './passkey-step.tsx';
import { useLanding } from './use-landing.ts';
import { useLivePanel } from './use-live-panel.ts';
import { useTopOfTab } from './use-top-of-tab.ts';

const waiting = <Skeleton className="h-96 w-full rounded-card" />;
const OverviewTab = lazyPart(() => import('./overview/overview-tab.tsx'), waiting);
const UsersTab = lazyPart(() => import('./users/users-tab.tsx'), waiting);
const PointsTab = lazyPart(() => import('./points/points-tab.tsx'), waiting);
const ActivityPage = lazyPart(() => import('./activity/activity-page.tsx'), waiting);
const SettingsPage = lazyPart(() => import('./settings/settings-page.tsx'), waiting);
const OpeningPage = lazyPart(() => import('./opening/opening-page.tsx'), <OpeningSkeleton />);
const ReceiptsTab = lazyPart(() => import('./receipts/receipts-tab.tsx'), waiting);

const contents: Record<PanelTab, ReactNode> = {
  overview: <OverviewTab />,
  users: <UsersTab />,
  points: <PointsTab />,
  receipts: <ReceiptsTab />,
  inventory: <InventoryTab />,
};

/** The admin control panel. Others see "Access Denied" (behavior 10.1). */
export default function AdminPanel() {
  const { data: user, isPending } = useQuery(userQuery);
  if (isPending) return <LoadingScreen text="Loading admin panel..." />;
  if (!user || !mayOpenPanel(user.role)) return <AccessDenied user={user ?? null} />;
  return (
    <OwnPassword user={user}>
      <PanelPasskeys user={user}>
        <Panel user={user} />
      </PanelPasskeys>
    </OwnPassword>
  );
}

const SIDE_PAGES: Readonly<Record<SidePage, { label: string; content: ReactNode; width?: string }>> = {
  activity: { label: 'Activity', content: <ActivityPage /> },
  settings: { label: 'Settings', content: <SettingsPage />, width: 'lg:max-w-[65.5rem]' },
  opening: { label: 'Open your shop', content: <OpeningPage />, width: 'max-w-[68rem]' },
};

/** The header, and the tabs that the user's role sees. The address says which one is open (behavior 10.2). */
const Panel = ({ user }: { user: User }) => {
  const tabs = tabsOf(user.role);
  const search = useSearch();
  const side = readSidePage(search, user.role);
  const tab = side ? null : readTab(search, user.role);
  const label = side ? SIDE_PAGES[side].label : (tabs.find(({ value }) => value === tab)?.label ?? '');
  usePageTitle(`${label} · Admin`);
  useLivePanel();
  useTopOfTab(tab ?? side);
  const moved = movedAddress(search, user.role);
  useLayoutEffect(() => {
    if (moved) navigate(moved, { replace: true });
  }, [moved]);
  const hasLanded = useLanding(search, user.role);
  if (moved) return null;
  if (!hasLanded) return <LoadingScreen text="Loading admin panel..." />;

  return (
    <PanelRoleContext value={user.role}>
      <Tabs
        label="Admin panel"
        value={tab}
        onChange={(next) => navigate(tabAddress(next))}
        tabs={tabs.map((each) => ({ value: each.value, label: <TabLabel {...each} /> }))}
        frame={(row) => (
          <PanelHeader user={user} side={side}>
            {row}
          </PanelHeader>
        )}
      >
        <main
          className={cx(
            'mx-auto w-full max-w-[120rem] px-3 pt-3 pb-6 sm:px-6',
            // The table of the inventory has this room in its own frame, which must not move under the filters above it.
            tab !== 'inventory' && 'sm:pb-28',
          )}
        >
          {/* "Open your shop" shows its own. */}
          {side !== 'opening' && <h1 className="sr-only">{label}</h1>}
          {tab !== 'overview' && (
            // In line with what is below it. On a phone an open section of the settings takes the place of their list.
            <div
              className={cx(
                'mx-auto',
                side && SIDE_PAGES[side].width,
                side === 'settings' && new URLSearchParams(search).has('section') && 'max-lg:hidden',
              )}
            >
              <Attention />
            </div>
          )}
          {side && SIDE_PAGES[side].content}
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              {contents[value]}
            </TabPanel>
          ))}
        </main>
      </Tabs>
      <Announcer />
    </PanelRoleContext>
  );
};

/** On a phone the rest of a long label is only read out, so that all tabs fit. */
const TabLabel = ({ label, short = label }: { label: string; short?: string }) => (
  <>
    {short}
    <span className="max-sm:sr-only">{label.slice(short.length)}</span>
  </>
);
