import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from '../shared/error-page.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Router } from './router.tsx';

export const App = ({ queryClient }: { queryClient: QueryClient }) => (
  <QueryClientProvider client={queryClient}>
    <ErrorBoundary>
      <Router />
    </ErrorBoundary>
    <Toaster />
  </QueryClientProvider>
);
