import { useMutation, useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import type { FormEvent } from 'react';
import { issueTestPoints } from '#contract/points.ts';
import { ApiError, call } from '../api/client.ts';
import { shopQuery } from '../api/queries/settings.ts';
import { ErrorPage } from '../shared/error-page.tsx';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';

const input = issueTestPoints.input!;

/** /test-points: adds points to a user by name; there only in a test shop (specification §2, §5, decisions §8). */
export default function TestPointsPage() {
  usePageTitle('Add Test Points');
  const shop = useQuery(shopQuery);
  const add = useMutation({
    mutationFn: (body: { username: string; points: number }) =>
      call(issueTestPoints, { body, fallback: 'An error occurred while adding points' }),
    onSuccess: (_, { username, points }) => toast({ title: `Added ${points} points to ${username}`, kind: 'success' }),
    onError: (error) => {
      const noAnswer = !(error instanceof ApiError) || error.status === null;
      const description = noAnswer ? 'An error occurred while adding points' : `Failed to add points: ${error.message}`;
      toast({ title: 'Error', description, kind: 'error' });
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = input.safeParse({ username: form.get('username'), points: Number(form.get('points')) });
    if (given.success) add.mutate(given.data);
    else toast({ title: 'Error', description: 'Please enter a valid username and points', kind: 'error' });
  };

  if (shop.isPending) return <LoadingScreen />;
  if (shop.data && !shop.data.testPoints)
    return <ErrorPage title="Not found" text="There is no such page in this shop." />;
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <Card className="w-full max-w-md">
        <CardHeader
          heading="h1"
          title="Add Test Points"
          text="For trying the points programme out. Nobody can spend them."
        />
        <CardBody>
          {/* The browser's own bubbles would come before the shop's words. */}
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <TextField label="Username" name="username" autoComplete="off" verbatim />
            <TextField
              label="Points"
              name="points"
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              icon={<Coins />}
            />
            <Button type="submit" variant="primary" wide busy={add.isPending}>
              {add.isPending ? 'Adding...' : 'Add Points'}
            </Button>
          </form>
        </CardBody>
      </Card>
    </main>
  );
}
