import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { AdminRedirect } from '../admin-redirect/admin-redirect.tsx';
import { CustomerFlow } from '../shop/customer-flow.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { paths } from './paths.ts';

const AdminPanel = lazy(() => import('../admin/admin-panel.tsx'));
const TestPoints = lazy(() => import('../test-points/test-points-page.tsx'));
const ResetPassword = lazy(() => import('../shop/account/reset-password-page.tsx'));

/** The routes of specification §2; anything else is the customer flow. */
export function Router() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Switch>
        <Route path={paths.admin} component={AdminRedirect} />
        <Route path={paths.adminPanel} component={AdminPanel} />
        <Route path={paths.testPoints} component={TestPoints} />
        <Route path={paths.resetPattern}>{({ token }) => <ResetPassword token={token} />}</Route>
        <Route component={CustomerFlow} />
      </Switch>
    </Suspense>
  );
}
