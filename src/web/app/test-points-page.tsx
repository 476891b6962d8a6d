import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { testPointsInput } from '#contract/account-forms.ts';
import { issueTestPoints } from '#contract/points.ts';
import { ApiError } from '../api/client.ts';
import { shopQuery } from '../api/queries/settings.ts';
import { useEndpointForm } from '../shared/endpoint-form.ts';
import { ErrorPage } from '../shared/error-page.tsx';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';

const NO_RESPONSE = 'An error occurred while adding points';

const errorToast = (description: string): void => toast({ title: 'Error', description, kind: 'error' });

/** /test-points: adds points to a user by name, in test shops only (behavior 1.13). */
export default function TestPointsPage() {
  usePageTitle('Add Test Points');
  const shop = useQuery(shopQuery);
  const { form, submit, isBusy } = useEndpointForm(issueTestPoints, {
    schema: testPointsInput,
    fallback: NO_RESPONSE,
    onDone: (_data, _form, { username, points }) =>
      toast({ title: `Added ${points} points to ${username}`, kind: 'success' }),
    onInvalid: () => errorToast('Please enter a valid username and points'),
    onFailure: (error) => {
      const hasResponse = error instanceof ApiError && error.status !== null;
      errorToast(hasResponse ? `Failed to add points: ${error.message}` : NO_RESPONSE);
      return undefined;
    },
  });

  if (shop.isPending) return <LoadingScreen />;
  if (shop.data && !shop.data.testPoints)
    return <ErrorPage title="Page not found" text="This shop has no test points." />;
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <Card className="w-full max-w-md">
        <CardHeader heading="h1" title="Add Test Points" text="Demo only. Points can't be spent." />
        <CardBody>
          {/* The browser's own messages would come before the toast. */}
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <TextField label="Username" autoComplete="off" verbatim {...form.register('username')} />
            <TextField
              label="Points"
              inputMode="numeric"
              autoComplete="off"
              icon={<Coins />}
              {...form.register('points', { valueAsNumber: true })}
            />
            <Button type="submit" variant="primary" wide busy={isBusy}>
              {isBusy ? 'Adding...' : 'Add Points'}
            </Button>
          </form>
        </CardBody>
      </Card>
    </main>
  );
}
