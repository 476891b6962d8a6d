import { useQuery } from '@tanstack/react-query';
import { KeyRound, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import type { User } from '#contract/users.ts';
import type { Role } from '#domain/permissions.ts';
import { passkeysQuery } from '../api/queries/passkeys.ts';
import { shopQuery, useShop } from '../api/queries/settings.ts';
import { sessionsQuery } from '../api/queries/users.ts';
import { leaveTo, paths } from '../browser/paths.ts';
import { localStore } from '../browser/safe-storage.ts';
import { AddPasskeyDialog, AddPasskeyForm, PASSKEY_EXPLAINED, PasskeysElsewhere } from '../shared/add-passkey.tsx';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { canUsePasskeys } from '../shared/passkey-support.ts';
import { useSession } from '../shared/session.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';
import { isOpening } from './panel-links.ts';

/**
 * The panel, for a user who may need a passkey (behavior 3.15). If the shop requires one, adding it comes first.
 * Otherwise a line above the panel suggests it, until it is dismissed once.
 */
export const PanelPasskeys = ({ user, children }: { user: User; children: ReactNode }) => {
  const { isPending: isShopPending } = useQuery(shopQuery);
  const shop = useShop();
  const [isDismissed, setDismissed] = useState(() => localStore.getItem(dismissedKey(user)) !== null);
  const isSuggested = !isDismissed && canUsePasskeys(shop);
  const { data: passkeys, isLoading } = useQuery({
    ...passkeysQuery,
    enabled: isShopPending || shop.panelNeedsPasskey || isSuggested,
    retry: 1,
  });
  const { data: sessions, isLoading: isChecking } = useQuery({
    ...sessionsQuery,
    enabled: shop.panelNeedsPasskey,
    retry: 1,
  });
  // The panel waits, so that nothing moves when the line appears. If the passkeys cannot be fetched, it opens: the shop
  // checks every call anyway.
  if (isShopPending || isLoading || isChecking) return <LoadingScreen text="Loading admin panel..." />;
  const hasNone = passkeys?.length === 0;
  if (hasNone && shop.panelNeedsPasskey) return <PasskeyStep />;
  const isByPassword = sessions?.find(({ current }) => current)?.method === 'password';
  if (shop.panelNeedsPasskey && isByPassword) return <SignInStep />;
  const dismiss = () => {
    localStore.setItem(dismissedKey(user), 'yes');
    setDismissed(true);
  };
  return (
    <>
      {hasNone && isSuggested && <Suggestion role={user.role} onDismiss={dismiss} />}
      {children}
    </>
  );
};

const dismissedKey = ({ id }: User): string => `greenroom-passkey-suggested-${id}`;

const Suggestion = ({ role, onDismiss }: { role: Role; onDismiss: () => void }) => {
  const [isAdding, setAdding] = useState(false);
  // The opening page has a "Dismiss" of its own.
  const isOnOpening = isOpening(useSearch(), role);
  return (
    <div role="note" className="flex items-center gap-3 border-b border-line bg-accent-wash py-1.5 pr-2 pl-4 sm:pl-6">
      <KeyRound aria-hidden className="size-4.5 shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 text-sm text-text">
        Protect the panel with a passkey.
        <span className="max-sm:hidden"> It can't be guessed or phished.</span>
      </p>
      <Button size="sm" onClick={() => setAdding(true)}>
        Add a passkey
      </Button>
      <IconButton label={isOnOpening ? 'Not now' : 'Dismiss'} size="sm" onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
      <AddPasskeyDialog open={isAdding} onClose={() => setAdding(false)} />
    </div>
  );
};

/** Instead of the panel, in a session that was opened by password before passkeys were required. */
const SignInStep = () => {
  usePageTitle('Sign in with your passkey · Admin');
  const { signOut } = useSession();
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <Card className="appear w-full max-w-md">
        <CardHeader
          heading="h1"
          title="Sign in with your passkey"
          text="You logged in with your password. The panel opens once you have logged in with your passkey."
        />
        <CardBody className="flex flex-col gap-4">
          <Button variant="primary" onClick={() => void signOut(paths.auth, window.location.search)}>
            Log out
          </Button>
          <Button variant="ghost" size="sm" className="self-center" onClick={() => leaveTo(paths.home)}>
            Back to the shop
          </Button>
        </CardBody>
      </Card>
    </main>
  );
};

/** The whole page instead of the panel. */
const PasskeyStep = () => {
  usePageTitle('Add a passkey · Admin');
  const canAdd = canUsePasskeys(useShop());
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <Card className="appear w-full max-w-md">
        <CardHeader heading="h1" title="Add a passkey to open the panel" text={PASSKEY_EXPLAINED} />
        <CardBody className="flex flex-col gap-4">
          {canAdd ? (
            <AddPasskeyForm onDone={() => toast({ title: 'Passkey added', kind: 'success' })} />
          ) : (
            <PasskeysElsewhere />
          )}
          <Button variant="ghost" size="sm" className="self-center" onClick={() => leaveTo(paths.home)}>
            Back to the shop
          </Button>
        </CardBody>
      </Card>
    </main>
  );
};
