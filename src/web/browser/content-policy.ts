/** The browser's own type is not in TypeScript's library yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const SERVICE_WORKER = '/sw.js';

/**
 * The page's one policy for text that becomes script (Trusted Types): it makes the address of the service worker and
 * nothing else. Not every browser has them.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('greenroom', {
  createScriptURL: (url) => {
    if (url !== SERVICE_WORKER) throw new TypeError(`${url} is no script of the shop`);
    return url;
  },
});

/** The address of the service worker, as the browser accepts it. */
export const serviceWorkerAddress = (): string => policy?.createScriptURL(SERVICE_WORKER) ?? SERVICE_WORKER;
