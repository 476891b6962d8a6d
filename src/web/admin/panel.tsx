import { LayoutDashboard, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { User } from '#contract/users.ts';
import { useShop } from '../api/queries/settings.ts';
import { leaveTo, paths } from '../browser/paths.ts';
import { usePageTitle } from '../shared/page-title.ts';
import { useSession } from '../shared/session.ts';
import { ThemeMenu } from '../shared/theme-menu.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { InventoryTab } from './inventory/inventory-tab.tsx';
import { PANEL_TABS, type PanelTab, readTab, tabAddress } from './panel-tab.ts';
import { useLivePanel } from './use-live-panel.ts';

const waiting = <Skeleton className="h-96 w-full rounded-card" />;
const MembersTab = later(() => import('./members/members-tab.tsx'), waiting);
const PointsTab = later(() => import('./points/points-tab.tsx'), waiting);
const ReceiptsTab = later(() => import('./receipts/receipts-tab.tsx'), waiting);

const contents: Record<PanelTab, ReactNode> = {
  users: <MembersTab />,
  points: <PointsTab />,
  receipts: <ReceiptsTab />,
  inventory: <InventoryTab />,
};

/** Header and four tabs; which tab is shown stands in the address. */
export const Panel = ({ user }: { user: User }) => {
  const tab = readTab(useSearch());
  const label = PANEL_TABS.find(({ value }) => value === tab)?.label;
  usePageTitle(`${label} · Admin`);
  useLivePanel();

  return (
    <>
      <Tabs
        label="Admin panel"
        value={tab}
        onChange={(next) => navigate(tabAddress(next))}
        tabs={PANEL_TABS}
        frame={(row) => <PanelHeader user={user}>{row}</PanelHeader>}
      >
        <main className="mx-auto w-full max-w-[120rem] px-3 pt-4 pb-6 sm:px-6 sm:pt-5">
          <h1 className="sr-only">{label}</h1>
          {PANEL_TABS.map(({ value }) => (
            <TabPanel key={value} value={value}>
              {contents[value]}
            </TabPanel>
          ))}
        </main>
      </Tabs>
      <Announcer />
    </>
  );
};

/** One bar on a desk; on a phone the tabs have a row of their own. It scrolls away: rows of the list are worth more. */
const PanelHeader = ({ user, children }: { user: User; children: ReactNode }) => {
  const { name } = useShop();
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  const logOut = () => {
    setLeaving(true);
    void signOut(paths.auth);
  };
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[120rem] flex-wrap items-center gap-x-6 px-3 sm:px-6">
        <p className="flex h-14 min-w-0 items-center gap-2 text-lg font-bold tracking-tight text-accent-text">
          <span className="truncate">{name}</span>
          <Badge tone="accent" className="max-sm:hidden">
            Admin
          </Badge>
        </p>
        <div className="order-last -mx-3 min-w-0 basis-full self-end px-3 sm:mx-0 sm:px-0 lg:order-none lg:basis-auto lg:flex-1 [&>[role=tablist]]:border-b-0">
          {children}
        </div>
        <div className="ml-auto flex h-14 items-center gap-1">
          <span className="mr-2 max-w-40 truncate text-sm text-muted max-xl:hidden">{user.username}</span>
          <ThemeMenu />
          <Button variant="ghost" onClick={() => leaveTo(paths.dashboard)} className="max-sm:px-3">
            <LayoutDashboard aria-hidden className="size-4.5" />
            <span className="max-sm:sr-only">Dashboard</span>
          </Button>
          <Button variant="ghost" busy={leaving} onClick={logOut} className="max-sm:px-3">
            <LogOut aria-hidden className="size-4.5" />
            <span className="max-sm:sr-only">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
};
