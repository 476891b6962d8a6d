import type { Settings } from '../../settings.ts';

/** The party that passkeys are made for: this shop, at one origin (behavior 3.15). */
export interface RelyingParty {
  name: string;
  /** The host's name. A passkey works for it only. */
  id: string;
  /** The origin of the pages, such as "https://shop.example". */
  origin: string;
}

/** An IP address cannot be a relying party. Without PUBLIC_URL only "localhost" is known to be the shop's name. */
export const passkeyOrigin = ({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? new URL(`http://localhost:${PORT}`).origin;

export const relyingParty = (settings: Settings): RelyingParty => {
  const origin = passkeyOrigin(settings);
  return { name: settings.SHOP_NAME, id: new URL(origin).hostname, origin };
};
