import { Route, Switch } from 'wouter';
import { paths } from '../browser/paths.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { CustomerFlow } from '../shop/customer-flow.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { AdminRedirect } from './admin-redirect.tsx';

const AdminPanel = lazyPart(() => import('../admin/admin-panel.tsx'), <LoadingScreen />);
const TestPoints = lazyPart(() => import('./test-points-page.tsx'), <LoadingScreen />);
const ResetPassword = lazyPart(() => import('../shop/account/reset-password-page.tsx'), <LoadingScreen />);

/** The routes of specification §2; anything else is the customer flow. */
export const Router = () => (
  <Switch>
    <Route path={paths.admin} component={AdminRedirect} />
    <Route path={paths.adminPanel} component={AdminPanel} />
    <Route path={paths.testPoints} component={TestPoints} />
    <Route path={paths.resetPattern}>{({ token }) => <ResetPassword token={token} />}</Route>
    <Route component={CustomerFlow} />
  </Switch>
);
