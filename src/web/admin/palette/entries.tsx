import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  BadgeDollarSign,
  Bell,
  Boxes,
  CornerDownRight,
  DatabaseBackup,
  DoorOpen,
  Download,
  FileInput,
  FileUp,
  Gauge,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  PackageMinus,
  PackagePlus,
  RefreshCw,
  ScrollText,
  Settings,
  Shapes,
  Sun,
  TicketCheck,
  TrendingUp,
} from 'lucide-react';
import { useContext } from 'react';
import { SETTING_SECTIONS } from '#contract/about-setting.ts';
import { type Capability, may, type Role } from '#domain/permissions.ts';
import type { ExportList } from '#domain/tasks.ts';
import { navigate } from '../../browser/layer-history.ts';
import { beforeLeaving, leaveTo, paths } from '../../browser/paths.ts';
import { type Session, useSession } from '../../shared/session.ts';
import { chooseTheme } from '../../shared/theme-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { exportList } from '../exports/running-exports.ts';
import {
  activityAddress,
  openingAddress,
  panelLinks,
  sectionAddress,
  settingsAddress,
  tabAddress,
  tabsOf,
} from '../panel-links.ts';
import { PanelRoleContext } from '../panel-role.ts';
import { findSettings } from '../settings/find-settings.ts';
import { SECTIONS } from '../settings/sections.ts';
import { openTasks } from '../tasks/open-tasks.ts';
import { focusWhenThere, pressInInventory, syncNow } from './actions.ts';
import { PAYMENT_LISTS, TAB_WORDS } from './found-words.ts';
import type { Entry } from './rank.ts';

type Action = Entry & { needs?: Capability };

const openIn = (tab: Parameters<typeof tabAddress>[0], parameter: string) => () =>
  navigate(`${tabAddress(tab)}&${parameter}=open`);

/** The pages of the panel and the actions that a role has (behavior 10.21). */
const entriesOf = (role: Role, queryClient: QueryClient, session: Session): Entry[] => {
  const tabs = tabsOf(role).map(
    ({ value, label }): Entry => ({
      id: `tab-${value}`,
      label: `Go to ${label}`,
      words: TAB_WORDS[value],
      Icon: CornerDownRight,
      keys: ['G', value[0]!.toUpperCase()],
      run: () => navigate(tabAddress(value)),
    }),
  );
  const exportAll = (kind: ExportList) => () => {
    toast({ title: `Exporting the ${kind}…` });
    void exportList(queryClient, { kind, query: {} });
  };
  const actions: Action[] = [
    {
      id: 'activity',
      label: 'Go to Activity',
      words: 'log evidence audit',
      Icon: ScrollText,
      keys: ['G', 'A'],
      needs: 'audit.read',
      run: () => navigate(activityAddress),
    },
    {
      id: 'opening',
      label: 'Open your shop',
      words: 'first steps setup start begin guide',
      Icon: DoorOpen,
      needs: 'settings.write',
      run: () => navigate(openingAddress()),
    },
    {
      id: 'sync',
      label: 'Sync now',
      words: 'feed update manual synchronize refresh',
      Icon: RefreshCw,
      needs: 'inventory.write',
      run: () => void syncNow(queryClient),
    },
    {
      id: 'upload',
      label: 'Upload an inventory file',
      words: 'import spreadsheet csv json products replace customization',
      Icon: FileUp,
      needs: 'inventory.write',
      run: () => pressInInventory('Complete Inventory Replacement'),
    },
    {
      id: 'import',
      label: 'Import products',
      words: 'spreadsheet csv tsv json excel shopify woocommerce dutchie file move delivery',
      Icon: FileInput,
      needs: 'inventory.write',
      run: () => pressInInventory('Import products'),
    },
    {
      id: 'add-item',
      label: 'Add item',
      words: 'new product add create by hand',
      Icon: PackagePlus,
      needs: 'inventory.write',
      run: () => pressInInventory('Add item'),
    },
    {
      id: 'change-stock',
      label: 'Change stock',
      words: 'restock count inventory delivery quantity damaged lost returned sample pieces',
      Icon: Boxes,
      needs: 'inventory.write',
      run: () => {
        navigate(tabAddress('inventory'));
        focusWhenThere('main search input');
        toast({
          title: 'Which item?',
          description: 'Find and open it. "Change stock" is beside its number of pieces.',
        });
      },
    },
    ...PAYMENT_LISTS,
    {
      id: 'low-stock',
      label: 'What is low on stock',
      words: 'restock reorder running out empty sold',
      Icon: PackageMinus,
      needs: 'inventory.read',
      run: () => navigate(panelLinks.lowStock),
    },
    {
      id: 'price-rule',
      label: 'Price rule',
      words: 'prices markup raise percent change all',
      Icon: BadgeDollarSign,
      needs: 'inventory.write',
      run: () => pressInInventory('Price rule'),
    },
    {
      id: 'backup',
      label: 'Back up now',
      words: 'backup backups copy safe settings',
      Icon: DatabaseBackup,
      needs: 'settings.write',
      run: () => navigate(sectionAddress('backups', 'backups')),
    },
    {
      id: 'categories',
      label: 'Categories',
      words: 'inventory rename merge kind color order hide',
      Icon: Shapes,
      needs: 'inventory.read',
      run: () => navigate(panelLinks.categories),
    },
    {
      id: 'settings',
      label: 'Go to Settings',
      words: 'preferences options configuration',
      Icon: Settings,
      keys: ['G', 'S'],
      needs: 'orders.read',
      run: () => navigate(settingsAddress),
    },
    {
      id: 'rates',
      label: 'Exchange rates',
      words: 'settings coins btc ltc',
      Icon: TrendingUp,
      needs: 'orders.read',
      run: () => navigate(sectionAddress('payment', 'rates')),
    },
    {
      id: 'limits',
      label: 'Purchase limits',
      words: 'settings',
      Icon: Gauge,
      needs: 'orders.read',
      run: () => navigate(sectionAddress('limits', 'PURCHASE_LIMITS')),
    },
    {
      id: 'webhook',
      label: 'Webhook notices',
      words: 'settings notifications bot',
      Icon: Bell,
      needs: 'orders.read',
      run: () => navigate(sectionAddress('chat', 'webhook')),
    },
    {
      id: 'notices',
      label: 'Shop notices',
      words: 'settings closed holiday bulk pricing weights',
      Icon: Megaphone,
      needs: 'settings.write',
      run: () => navigate(sectionAddress('shop', 'notices')),
    },
    ...SETTING_SECTIONS.map(
      (section): Action => ({
        id: `settings-${section}`,
        label: `Settings: ${SECTIONS[section].label}`,
        words: SECTIONS[section].text,
        Icon: SECTIONS[section].Icon,
        needs: 'settings.write',
        run: () => navigate(sectionAddress(section)),
      }),
    ),
    {
      id: 'invites',
      label: 'Invites',
      words: 'invite codes registration new member',
      Icon: TicketCheck,
      needs: 'members.write',
      run: openIn('users', 'invites'),
    },
    {
      id: 'export-receipts',
      label: 'Export receipts',
      words: 'csv download orders',
      Icon: Download,
      needs: 'orders.read',
      run: exportAll('receipts'),
    },
    {
      id: 'export-users',
      label: 'Export users',
      words: 'csv download members',
      Icon: Download,
      needs: 'members.export',
      run: exportAll('users'),
    },
    {
      id: 'export-points',
      label: 'Export transactions',
      words: 'csv download points',
      Icon: Download,
      needs: 'points.write',
      run: exportAll('transactions'),
    },
    {
      id: 'tasks',
      label: 'Tasks',
      words: 'work running progress backup exports downloads',
      Icon: ListChecks,
      run: openTasks,
    },
    { id: 'dark', label: 'Theme: dark', Icon: Moon, run: () => chooseTheme('dark') },
    { id: 'light', label: 'Theme: light', Icon: Sun, run: () => chooseTheme('light') },
    { id: 'system', label: 'Theme: system', Icon: Monitor, run: () => chooseTheme('system') },
    {
      id: 'shop',
      label: 'Dashboard: back to the shop',
      words: 'leave',
      Icon: LayoutDashboard,
      leaves: true,
      run: () => leaveTo(paths.dashboard),
    },
    {
      id: 'logout',
      label: 'Log out',
      words: 'logout sign out',
      Icon: LogOut,
      leaves: true,
      run: () => beforeLeaving(paths.auth, () => void session.signOut(paths.auth)),
    },
  ];
  return [...tabs, ...actions.filter(({ needs }) => needs === undefined || may(role, needs))];
};

/** The entries of the panel's current user. */
export const useEntries = (): Entry[] => {
  const queryClient = useQueryClient();
  return entriesOf(useContext(PanelRoleContext), queryClient, useSession());
};

/** At most so many settings are offered. */
const MOST_SETTINGS = 5;

/** The settings that a typed text finds, for those who may change them. */
export const useSettingEntries = (typed: string): Entry[] => {
  const isOwner = may(useContext(PanelRoleContext), 'settings.write');
  if (!isOwner) return [];
  return findSettings(typed)
    .slice(0, MOST_SETTINGS)
    .map(({ key, label, place, address }) => ({
      id: `setting-${key}`,
      label,
      detail: place,
      Icon: Settings,
      run: () => navigate(address),
    }));
};
