import { LayoutDashboard, ListChecks, LogOut, MenuIcon, ScrollText } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { may } from '#domain/permissions.ts';
import { paths } from '../browser/paths.ts';
import { ThemeChoice } from '../shared/theme-menu.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../ui/menu.tsx';
import { activityAddress, type SidePage } from './panel-links.ts';
import { ROLE_LABELS } from './panel-role.ts';
import { openTasks } from './tasks/open-tasks.ts';

interface PanelMenuProps {
  user: User;
  /** The page next to the tabs that is open. */
  side: SidePage | null;
  isLeaving: boolean;
  onLogOut: () => void;
}

/** The parts of the panel's header that have no room on a phone, in words. */
export const PanelMenu = ({ user: { username, role }, side, isLeaving, onLogOut }: PanelMenuProps) => (
  <Menu
    trigger={
      <Button variant="ghost" busy={isLeaving} className="px-2!">
        {!isLeaving && <MenuIcon aria-hidden className="size-4.5" />}
        Menu
      </Button>
    }
  >
    <MenuLabel>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="max-w-full text-sm font-semibold break-words text-text">{username}</span>
        <Badge tone="accent">{ROLE_LABELS[role].name}</Badge>
      </span>
    </MenuLabel>
    {may(role, 'audit.read') && (
      <MenuLink href={activityAddress} isCurrent={side === 'activity'} icon={<ScrollText aria-hidden />}>
        Activity
      </MenuLink>
    )}
    <MenuItem onSelect={openTasks} icon={<ListChecks aria-hidden />}>
      Tasks
    </MenuItem>
    <MenuSeparator />
    <ThemeChoice />
    <MenuSeparator />
    <MenuLink href={paths.dashboard} loadsPage icon={<LayoutDashboard aria-hidden />}>
      Dashboard
    </MenuLink>
    <MenuItem onSelect={onLogOut} icon={<LogOut aria-hidden />}>
      Logout
    </MenuItem>
  </Menu>
);
