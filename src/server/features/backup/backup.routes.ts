import { createBackup } from '#contract/tasks.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { makeBackup } from './panel-backup.service.ts';

/** A backup at the press of a button (behavior 1.12). */
export const registerBackups: Feature = (serve, shop) => {
  serve(createBackup, ({ user }) => makeBackup(shop, user));
};
