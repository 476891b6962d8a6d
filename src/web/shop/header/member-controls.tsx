import { CircleUser, LogOut, MessageCircle, ReceiptText, ShieldUser, UserRound } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { chatLink } from '#domain/chat-link.ts';
import { useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { useSession } from '../../shared/session.ts';
import { ThemeChoice, ThemeMenu } from '../../shared/theme-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useMember } from '../member.ts';

/** The member's name, the theme and Logout, and for users of the panel the way there. On a phone they are behind one button. */
export const MemberControls = memo(function MemberControls({ inMenu }: { inMenu: boolean }) {
  const { username, memberType, isAdmin } = useMember();
  const { telegramSeller } = useShop();
  const { signOut } = useSession();
  const logOut = () => void signOut(paths.home);

  if (inMenu) {
    return (
      <Menu
        trigger={
          <IconButton label="Account">
            <CircleUser aria-hidden />
          </IconButton>
        }
      >
        <MenuLabel>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span translate="no" className="max-w-full text-sm font-semibold break-words text-text">
              {username}
            </span>
            <Badge>{memberType}</Badge>
          </span>
        </MenuLabel>
        <MenuLink href={paths.account} icon={<UserRound aria-hidden />}>
          My account
        </MenuLink>
        <MenuLink href={paths.receipts} icon={<ReceiptText aria-hidden />}>
          My receipts
        </MenuLink>
        {telegramSeller && (
          <MenuLink href={chatLink(telegramSeller)} isOutside icon={<MessageCircle aria-hidden />}>
            Message the seller
          </MenuLink>
        )}
        {isAdmin && (
          <MenuLink href={paths.adminPanel} loadsPage icon={<ShieldUser aria-hidden />}>
            Admin
          </MenuLink>
        )}
        <MenuSeparator />
        <ThemeChoice />
        <MenuSeparator />
        <MenuItem onSelect={logOut} icon={<LogOut aria-hidden />}>
          Logout
        </MenuItem>
      </Menu>
    );
  }
  return (
    <div className="flex items-center gap-1">
      <Link href={paths.account} className="flex h-11 max-w-64 items-center gap-2 rounded-control px-2 hover:bg-raised">
        <span translate="no" className="truncate font-semibold text-text">
          {username}
        </span>
        <Badge>{memberType}</Badge>
      </Link>
      {isAdmin && (
        <ButtonLink href={paths.adminPanel} variant="ghost" className="px-3! text-sm">
          <ShieldUser aria-hidden className="size-4.5" />
          Admin
        </ButtonLink>
      )}
      {telegramSeller && (
        <Tooltip label="Message the seller">
          <ButtonLink
            href={chatLink(telegramSeller)}
            target="_blank"
            rel="noopener noreferrer"
            variant="ghost"
            aria-label="Message the seller"
            className="w-11 px-0! text-muted!"
          >
            <MessageCircle aria-hidden className="size-5" />
          </ButtonLink>
        </Tooltip>
      )}
      <ThemeMenu />
      <Tooltip label="Logout">
        <IconButton label="Logout" onClick={logOut}>
          <LogOut aria-hidden />
        </IconButton>
      </Tooltip>
    </div>
  );
});
