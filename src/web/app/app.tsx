import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch, Router as WouterRouter } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { navigate } from '../browser/layer-history.ts';
import { paths } from '../browser/paths.ts';
import { ShopCategoryColors } from '../shared/category-colors.tsx';
import { ErrorBoundary } from '../shared/error-page.tsx';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { ShopAccent } from '../shared/shop-look.tsx';
import { CustomerFlow } from '../shop/customer-flow.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { AdminRedirect } from './admin-redirect.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { SessionProvider } from './session.tsx';

const AdminPanel = lazyPart(() => import('../admin/admin-panel.tsx'), <LoadingScreen />);
const TestPoints = lazyPart(() => import('./test-points-page.tsx'), <LoadingScreen />);
const ResetPassword = lazyPart(() => import('../shop/account/reset-password-page.tsx'), <LoadingScreen />);

export const App = ({ queryClient }: { queryClient: QueryClient }) => (
  <ErrorBoundary>
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <ErrorBoundary>
          <WouterRouter hook={useAddress}>
            <Router />
          </WouterRouter>
        </ErrorBoundary>
      </SessionProvider>
      <ShopAccent />
      <ShopCategoryColors />
      <ConfirmIdentity />
      <Toaster />
    </QueryClientProvider>
  </ErrorBoundary>
);

/** Links keep open layers in their place (behavior 11.8). */
const useAddress = () => [usePathname(), navigate] as [string, typeof navigate];

/** The routes of the shop. Any other path shows the customer flow (behavior 11.4). */
const Router = () => (
  <Switch>
    <Route path={paths.admin} component={AdminRedirect} />
    <Route path={paths.adminPanel} component={AdminPanel} />
    <Route path={paths.testPoints} component={TestPoints} />
    <Route path={paths.resetPattern}>{({ token }) => <ResetPassword token={token} />}</Route>
    <Route component={CustomerFlow} />
  </Switch>
);
