import type { User } from '#contract/account.ts';
import { usePageTitle } from '../app/page-title.ts';

/** The signed-in part of the customer flow. */
export default function Shop({ user }: { user: User }) {
  usePageTitle('Select a Category');
  return (
    <main className="p-6">
      <h1 className="text-lg font-semibold">Select a Category</h1>
      <p className="text-muted">{user.username}</p>
    </main>
  );
}
