import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import type { Shop } from './shop-process.ts';

/** Gives the page a device that can keep passkeys, and whose owner always agrees. */
export const addDevice = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Lets an hour pass since all sign-ins and confirmations. */
export const forgetProofs = (shop: Shop): void =>
  change(shop, 'update sessions set created_at = created_at - 3600000, reauthenticated_at = null, passkey_at = null');

/** Makes all sessions such that were opened by password. */
export const countAsPasswordSessions = (shop: Shop): void =>
  change(shop, "update sessions set method = 'password', passkey_at = null");

/** Makes the password of a user one that the shop has made. */
export const countAsGenerated = (shop: Shop, username: string): void =>
  change(shop, `update users set password_generated = 1 where username = '${username}'`);

const change = ({ dataDir }: Shop, statement: string): void => {
  const database = new SqliteDatabase(join(dataDir, 'shop.db'));
  database.exec(statement);
  database.close();
};
