import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Route, Switch } from 'wouter';
import type { User } from '#contract/users.ts';
import { OFFLINE } from '../api/client.ts';
import { useConnection } from '../api/connection.ts';
import { followCatalogue } from '../api/live-catalogue.ts';
import { catalogueQuery } from '../api/queries/catalogue.ts';
import { reloadShop, useShop } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { onSessionRenewed } from '../api/session-state.ts';
import { storeCatalogueWhenHidden } from '../api/stored-catalogue.ts';
import { paths } from '../browser/paths.ts';
import { registerServiceWorker } from '../browser/service-worker-client.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { backgroundPart, lazyPart } from '../ui/lazy-part.tsx';
import { dismissToast, useToasts } from '../ui/toast.ts';
import { useFootToasts } from '../ui/toaster.tsx';
import { announceChange } from './announce-change.ts';
import { refreshCart, sendUnsentNotes, setShopTerms, useCart } from './cart/cart-store.ts';
import { Cart } from './cart/lazy-cart-drawer.tsx';
import { loadMarks } from './marks/product-marks.ts';
import { MemberContext } from './member.ts';
import { Storefront } from './storefront.tsx';
import { restoreScrolling } from './view/scroll-restoration.ts';

const AccountPage = lazyPart(() => import('./account/account-page.tsx'), <LoadingScreen />);
const ReceiptPage = lazyPart(() => import('./receipts/receipt-page.tsx'), <LoadingScreen />);
const ReceiptNews = backgroundPart(() => import('./receipts/receipt-news.tsx'));
const StockNews = backgroundPart(() => import('./marks/stock-news.tsx'));
const ReceiptsPage = lazyPart(() => import('./receipts/receipts-page.tsx'), <LoadingScreen />);

/** Everything behind the sign-in: the shop, the member's pages, and the cart. */
export default function Shop({ user }: { user: User }) {
  useEffect(() => restoreScrolling(), []);
  useEffect(registerServiceWorker, []);
  useFootToasts();
  useCurrentCart();
  useCurrentCatalogue();
  const isSettled = useSettled();
  return (
    <MemberContext value={user}>
      <Switch>
        <Route path={paths.account} component={AccountPage} />
        <Route path={paths.receipts} component={ReceiptsPage} />
        <Route path={paths.receiptPattern}>{({ id }) => <ReceiptPage id={id} />}</Route>
        <Route component={Storefront} />
      </Switch>
      <Cart loadOrderPage={ReceiptPage.load} />
      {isSettled && <ReceiptNews />}
      {isSettled && <StockNews />}
      <Announcer />
    </MemberContext>
  );
}

/** News of orders wait until the list is there: they must not slow it down. */
const SETTLED_AFTER_MS = 3000;

const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
};

/** Refreshes the cart at start, whenever the page becomes visible again, and when the shop closes or opens. */
const useCurrentCart = (): void => {
  const queryClient = useQueryClient();
  const { shipping, pointsValue, notices } = useShop();
  useEffect(() => setShopTerms({ shipping, pointsValue }), [shipping, pointsValue]);
  const isClosed = useRef(notices.closedOrders);
  useEffect(() => {
    if (isClosed.current !== notices.closedOrders) refreshCart();
    isClosed.current = notices.closedOrders;
  }, [notices.closedOrders]);
  useEffect(() => onSessionRenewed(refreshCart), []);
  useEffect(() => onSessionRenewed(loadMarks), []);
  useEffect(() => {
    refreshCart();
    const onVisibilityChange = () => {
      if (document.hidden) return;
      refreshCart();
      // No event about the notices comes while the page is hidden.
      reloadShop(queryClient);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [queryClient]);
};

/** Keeps the catalogue current while the page is visible, and stores it for offline use. */
const useCurrentCatalogue = (): void => {
  const queryClient = useQueryClient();
  useEffect(() => storeCatalogueWhenHidden(() => queryClient.getQueryData(catalogueQuery.queryKey)), [queryClient]);
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.status === 'online' || now.status !== 'online') return;
        // Back online: what failed for that is over, and user, settings and cart may have changed.
        if (useToasts.getState().shown?.description?.endsWith(OFFLINE)) dismissToast();
        void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
        reloadShop(queryClient);
        useCart.setState({ failure: null });
        sendUnsentNotes();
        refreshCart();
        loadMarks();
      }),
    [queryClient],
  );
  useEffect(
    () =>
      followCatalogue(queryClient, (event) => {
        announceChange(event);
        const changed = new Set([...event.changed.map(({ id }) => id), ...event.removed]);
        const isInCart = useCart.getState().items.some(({ productId }) => changed.has(productId));
        if (event.from === null || isInCart) refreshCart();
      }),
    [queryClient],
  );
};
