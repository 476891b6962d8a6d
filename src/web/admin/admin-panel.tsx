import { useQuery } from '@tanstack/react-query';
import { LayoutDashboard, LogOut, type LucideIcon, ScrollText, Settings, ShieldX } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { User } from '#contract/users.ts';
import { may, mayOpenPanel } from '#domain/permissions.ts';
import { useShop } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { navigate } from '../browser/layer-history.ts';
import { beforeLeaving, leaveTo, paths } from '../browser/paths.ts';
import { storePanelWish } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { useSession } from '../shared/session.ts';
import { ShopLogo } from '../shared/shop-look.tsx';
import { ThemeMenu } from '../shared/theme-menu.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { Attention } from './attention.tsx';
import { InventoryTab } from './inventory/inventory-tab.tsx';
import { OpeningSkeleton } from './opening/opening-frame.tsx';
import { OwnPassword } from './own-password-step.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import {
  activityAddress,
  isActivity,
  isOpening,
  isSettings,
  movedAddress,
  type PanelTab,
  readTab,
  settingsAddress,
  tabAddress,
  tabsOf,
} from './panel-links.ts';
import { PanelRoleContext, ROLE_LABELS } from './panel-role.ts';
import { PanelPasskeys } from './passkey-step.tsx';
import { TasksButton } from './tasks/tasks-button.tsx';
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

const AccessDenied = ({ user }: { user: User | null }) => {
  usePageTitle('Access Denied');
  const current = user ? { username: user.username, isAdmin: user.isAdmin, memberType: user.memberType } : null;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={<ShieldX />}
        title="Access Denied"
        heading="h1"
        text="You don't have permission to access the admin panel."
        action={
          <div className="flex flex-col items-center gap-6">
            <div className="flex flex-wrap justify-center gap-3">
              {user ? <LogInAsSomeoneElse /> : <LogIn />}
              <Button onClick={() => leaveTo(paths.home)}>Back to the shop</Button>
            </div>
            <p className="max-w-md rounded-control bg-well px-3 py-2 font-mono text-xs break-all text-muted">
              Current user: {JSON.stringify(current)}
            </p>
          </div>
        }
      />
    </main>
  );
};

/** Leads through gate and login back to this address (behavior 10.1). */
const LogIn = () => (
  <ButtonLink variant="primary" href={paths.home} onClick={() => storePanelWish(window.location.search)}>
    Log in
  </ButtonLink>
);

/** The same for members. It logs them out first. */
const LogInAsSomeoneElse = () => {
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut(paths.home, window.location.search);
  };
  return (
    <Button busy={leaving} onClick={leave}>
      Log in as someone else
    </Button>
  );
};

/** The pages next to the tabs. Buttons of the header and the palette open them. */
type SidePage = 'activity' | 'settings' | 'opening';
const SIDE_PAGES = {
  activity: { label: 'Activity', content: <ActivityPage /> },
  settings: { label: 'Settings', content: <SettingsPage /> },
  opening: { label: 'Open your shop', content: <OpeningPage /> },
} as const;

const sidePageOf = (search: string, { role }: User): SidePage | null => {
  if (isActivity(search, role)) return 'activity';
  if (isOpening(search, role)) return 'opening';
  return isSettings(search, role) ? 'settings' : null;
};

/** The header, and the tabs that the user's role sees. The address says which one is open (behavior 10.2). */
const Panel = ({ user }: { user: User }) => {
  const tabs = tabsOf(user.role);
  const search = useSearch();
  const side = sidePageOf(search, user);
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
        <main className="mx-auto w-full max-w-[120rem] px-3 pt-4 pb-6 sm:px-6 sm:pt-5">
          {/* "Open your shop" shows its own. */}
          {side !== 'opening' && <h1 className="sr-only">{label}</h1>}
          {tab !== 'overview' && <Attention />}
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

/** One bar on a wide screen, with the tabs in a second row on a phone. It scrolls away to leave room for the list. */
const PanelHeader = ({ user, side, children }: { user: User; side: SidePage | null; children: ReactNode }) => {
  const { name } = useShop();
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);
  const readsActivity = may(user.role, 'audit.read');
  const readsSettings = may(user.role, 'orders.read');
  const logOut = () =>
    beforeLeaving(paths.auth, () => {
      setLeaving(true);
      void signOut(paths.auth);
    });
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[120rem] flex-wrap items-center gap-x-1 px-3 sm:gap-x-6 sm:px-6 lg:flex-nowrap">
        {/* On a phone the name of the shop gives way to the buttons, so that they stay in one row. */}
        <p className="flex h-14 min-w-0 items-center gap-2 text-lg font-bold tracking-tight text-accent-text sm:max-lg:flex-1 sm:max-lg:basis-0">
          <ShopLogo className="size-8 shrink-0 max-sm:size-6" />
          <span className={cx('truncate', readsSettings && 'max-sm:sr-only')}>{name}</span>
          <Badge className="shrink-0 max-sm:hidden lg:max-2xl:hidden">Admin</Badge>
        </p>
        <div className="order-last -mx-3 min-w-0 basis-full self-end px-3 sm:mx-0 sm:px-0 lg:order-none lg:shrink-0 lg:basis-auto lg:grow [&>[role=tablist]]:border-b-0 lg:[&_[role=tab]]:h-14">
          {children}
        </div>
        <div className="ml-auto flex h-14 shrink-0 items-center max-sm:flex-1 max-sm:justify-between sm:gap-1">
          <PaletteButton />
          <p className="mr-1 flex min-w-0 items-center gap-2 text-sm text-muted sm:mr-2">
            <span className="max-w-40 truncate max-sm:hidden lg:max-xl:hidden">{user.username}</span>
            {/* On a phone the button next to it already shows that the user is an owner. Without the badge all fits into one row. */}
            <Badge tone="accent" className={cx('shrink-0', readsActivity && 'max-sm:hidden')}>
              {ROLE_LABELS[user.role].name}
            </Badge>
          </p>
          {readsActivity && (
            <SideButton
              icon={ScrollText}
              label="Activity"
              isOpen={side === 'activity'}
              onOpen={() => navigate(activityAddress)}
            />
          )}
          <TasksButton />
          {readsSettings && (
            <SideButton
              icon={Settings}
              label="Settings"
              isOpen={side === 'settings'}
              onOpen={() => navigate(settingsAddress)}
            />
          )}
          <ThemeMenu />
          <Button variant="ghost" onClick={() => leaveTo(paths.dashboard)} className="max-[90rem]:px-3">
            <LayoutDashboard aria-hidden className="size-4.5" />
            <span className="max-[90rem]:sr-only">Dashboard</span>
          </Button>
          <Button variant="ghost" busy={leaving} onClick={logOut} className="max-[90rem]:px-3">
            <LogOut aria-hidden className="size-4.5" />
            <span className="max-[90rem]:sr-only">Logout</span>
          </Button>
        </div>
      </div>
    </header>
  );
};

interface SideButtonProps {
  icon: LucideIcon;
  label: string;
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens a page of the panel that is no tab. */
const SideButton = ({ icon: Icon, label, isOpen, onOpen }: SideButtonProps) => (
  <Button
    variant="ghost"
    aria-current={isOpen ? 'page' : undefined}
    onClick={onOpen}
    className="aria-[current]:text-accent-text max-2xl:px-3"
  >
    <Icon aria-hidden className="size-4.5" />
    <span className="max-2xl:sr-only">{label}</span>
  </Button>
);
