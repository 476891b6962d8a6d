import type { QueryClient } from '@tanstack/react-query';
import { logout, type User } from '#contract/users.ts';
import { call } from '../api/client.ts';
import { forgetMember } from '../api/offline/forget-member.ts';
import { redirectTo } from '../browser/paths.ts';
import { rememberSignIn } from '../browser/storage.ts';
import { carryToast } from '../ui/toast.ts';

/** Keeps the sign-in and reloads, on whatever path the visitor came for (specification §4, decisions §8 "deep links"). */
export const startSession = (user: User, token: string, welcome: { title: string; description: string }): void => {
  rememberSignIn(user, token);
  carryToast({ ...welcome, kind: 'success' });
  window.location.reload();
};

const LOGOUT_PATIENCE_MS = 3000;

/**
 * Logs out: revokes the token, forgets user, token, cart, every cached query and what was kept for offline, and goes to
 * `path` (the root from the shop, /auth from the panel). The gate stays passed (decisions §3).
 */
export const endSession = async (queryClient: QueryClient, path: string): Promise<void> => {
  // A token that cannot be revoked now (no network) must not keep anybody signed in here; it runs out by itself.
  const revoked = call(logout, { keepalive: true }).catch(() => undefined);
  // On a slow line it is revoked after the page has gone.
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, LOGOUT_PATIENCE_MS))]);
  await forgetMember();
  queryClient.clear();
  carryToast({ title: 'Logged Out', description: 'You have been logged out successfully', kind: 'success' });
  redirectTo(path);
};
