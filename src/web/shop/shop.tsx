import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Route, Switch } from 'wouter';
import type { User } from '#contract/users.ts';
import { useContact } from '../api/connection.ts';
import { followCatalogue } from '../api/live-catalogue.ts';
import { keepShown } from '../api/offline/keep-shown.ts';
import { catalogueQuery } from '../api/queries/catalogue.ts';
import { shopQuery, useShop } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { paths } from '../browser/paths.ts';
import { registerWorker } from '../browser/register-service-worker.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { announceChange } from './announce-change.ts';
import { knowShippingPrices, refreshCart, sendUnsentNotes, useCart } from './cart/cart-store.ts';
import { CartDrawer } from './later-parts.ts';
import { MemberContext } from './member.ts';
import { Storefront } from './storefront.tsx';
import { rememberScrolling } from './view/scroll-memory.ts';

const AccountPage = lazyPart(() => import('./account/account-page.tsx'), <LoadingScreen />);
const ReceiptPage = lazyPart(() => import('./receipts/receipt-page.tsx'), <LoadingScreen />);
const ReceiptsPage = lazyPart(() => import('./receipts/receipts-page.tsx'), <LoadingScreen />);

/** The signed-in part of the customer flow: the shop, the member's pages, and the cart over all of them. */
export default function Shop({ user }: { user: User }) {
  useEffect(() => rememberScrolling(), []);
  useEffect(registerWorker, []);
  useLiveShop();
  return (
    <MemberContext value={user}>
      <Switch>
        <Route path={paths.account} component={AccountPage} />
        <Route path={paths.receipts} component={ReceiptsPage} />
        <Route path={paths.receiptPattern}>{({ id }) => <ReceiptPage id={id} />}</Route>
        <Route component={Storefront} />
      </Switch>
      <Cart />
      <Announcer />
    </MemberContext>
  );
}

/** The cart, from the first time it is opened. */
const Cart = () => {
  const isOpen = useCart((state) => state.isOpen);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? <CartDrawer /> : null;
};

/** Keeps catalogue and cart at what the shop has now, as long as the page is seen. */
const useLiveShop = (): void => {
  const queryClient = useQueryClient();
  const { shipping } = useShop();
  useEffect(() => knowShippingPrices(shipping), [shipping]);
  useEffect(() => {
    refreshCart();
    const seen = () => {
      if (!document.hidden) refreshCart();
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  useEffect(() => keepShown(() => queryClient.getQueryData(catalogueQuery.queryKey)), [queryClient]);
  useEffect(
    () =>
      // The shop answers again: who is signed in could not be asked meanwhile, and the cart may have moved.
      useContact.subscribe((now, before) => {
        if (before.loss === null || now.loss !== null) return;
        void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
        void queryClient.invalidateQueries({ queryKey: shopQuery.queryKey });
        sendUnsentNotes();
        refreshCart();
      }),
    [queryClient],
  );
  useEffect(
    () =>
      followCatalogue(queryClient, (event) => {
        announceChange(event);
        const moved = new Set([...event.changed.map(({ id }) => id), ...event.removed]);
        if (event.from === null || useCart.getState().items.some(({ productId }) => moved.has(productId)))
          refreshCart();
      }),
    [queryClient],
  );
};
