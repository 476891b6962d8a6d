import { LayoutDashboard, LogOut, type LucideIcon, ScrollText, Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/users.ts';
import { may } from '#domain/permissions.ts';
import { useShop } from '../api/queries/settings.ts';
import { navigate } from '../browser/layer-history.ts';
import { beforeLeaving, leaveTo, paths } from '../browser/paths.ts';
import { useSession } from '../shared/session.ts';
import { ShopLogo } from '../shared/shop-look.tsx';
import { ThemeMenu } from '../shared/theme-menu.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { useMedia } from '../ui/use-size.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { activityAddress, type SidePage, settingsAddress } from './panel-links.ts';
import { PanelMenu } from './panel-menu.tsx';
import { ROLE_LABELS } from './panel-role.ts';
import { TasksButton } from './tasks/tasks-button.tsx';

interface PanelHeaderProps {
  user: User;
  /** The page next to the tabs that is open. */
  side: SidePage | null;
  /** The tabs. */
  children: ReactNode;
}

/**
 * One bar on a wide screen, with the tabs in a second row on a phone. There a menu has in words what is not needed every
 * hour. It scrolls away to leave room for the list.
 */
export const PanelHeader = ({ user, side, children }: PanelHeaderProps) => {
  const { name } = useShop();
  const { signOut } = useSession();
  const isPhone = !useMedia('(min-width: 40rem)');
  const [isLeaving, setLeaving] = useState(false);
  const logOut = () =>
    beforeLeaving(paths.auth, () => {
      setLeaving(true);
      void signOut(paths.auth);
    });
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[120rem] flex-wrap items-center gap-x-1 px-3 sm:gap-x-6 sm:px-6 lg:flex-nowrap lg:max-xl:gap-x-3">
        <p className="flex h-14 min-w-0 items-center gap-2 text-lg font-bold tracking-tight text-accent-text max-lg:flex-1 max-lg:basis-0">
          <ShopLogo className="size-8 shrink-0 max-sm:size-6" />
          <span className="truncate">{name}</span>
          <Badge className="shrink-0 max-sm:hidden lg:max-2xl:hidden">Admin</Badge>
        </p>
        <div className="order-last -mx-3 min-w-0 basis-full self-end px-3 sm:mx-0 sm:px-0 lg:order-none lg:shrink-0 lg:basis-auto lg:grow [&>[role=tablist]]:border-b-0 lg:[&_[role=tab]]:h-14">
          {children}
        </div>
        {/* With very large text its buttons take a second line. */}
        <div className="ml-auto flex min-h-14 items-center max-sm:-mr-2 max-sm:flex-wrap max-sm:justify-end sm:shrink-0 sm:gap-1">
          <PaletteButton />
          {!isPhone && (
            <p className="mr-2 flex min-w-0 items-center gap-2 text-sm text-muted lg:max-[72rem]:hidden">
              <span className="max-w-40 truncate lg:max-xl:hidden">{user.username}</span>
              <Badge tone="accent" className="shrink-0">
                {ROLE_LABELS[user.role].name}
              </Badge>
            </p>
          )}
          {!isPhone && may(user.role, 'audit.read') && (
            <SideButton
              icon={ScrollText}
              label="Activity"
              isOpen={side === 'activity'}
              onOpen={() => navigate(activityAddress)}
            />
          )}
          <TasksButton />
          {may(user.role, 'orders.read') && (
            <SideButton
              icon={Settings}
              label="Settings"
              isOpen={side === 'settings'}
              onOpen={() => navigate(settingsAddress)}
            />
          )}
          {isPhone ? (
            <PanelMenu user={user} side={side} isLeaving={isLeaving} onLogOut={logOut} />
          ) : (
            <>
              <ThemeMenu />
              <Button variant="ghost" onClick={() => leaveTo(paths.dashboard)} className="max-[90rem]:px-3">
                <LayoutDashboard aria-hidden className="size-4.5" />
                <span className="max-[90rem]:sr-only">Dashboard</span>
              </Button>
              <Button variant="ghost" busy={isLeaving} onClick={logOut} className="max-[90rem]:px-3">
                <LogOut aria-hidden className="size-4.5" />
                <span className="max-[90rem]:sr-only">Logout</span>
              </Button>
            </>
          )}
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
    title={label}
    aria-current={isOpen ? 'page' : undefined}
    onClick={onOpen}
    className="aria-[current]:text-accent-text max-2xl:px-3"
  >
    <Icon aria-hidden className="size-4.5" />
    <span className="max-2xl:sr-only">{label}</span>
  </Button>
);
