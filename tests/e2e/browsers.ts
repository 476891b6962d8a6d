import type { BrowserContext } from '@playwright/test';

/** Features that a browser may lack, by the names that it has them under (docs/browsers.md). */
export const FEATURES = {
  IndexedDB: ['indexedDB'],
  'crypto.subtle': ['crypto.subtle', 'crypto.randomUUID'],
  'the clipboard': ['navigator.clipboard'],
  BroadcastChannel: ['BroadcastChannel'],
  SharedWorker: ['SharedWorker'],
  'web locks': ['navigator.locks'],
  'service workers': ['navigator.serviceWorker', 'caches'],
  IntersectionObserver: ['IntersectionObserver'],
  ResizeObserver: ['ResizeObserver'],
  structuredClone: ['structuredClone'],
  'parts of Intl': ['ListFormat', 'Segmenter', 'RelativeTimeFormat', 'DisplayNames', 'supportedValuesOf'].map(
    (name) => `Intl.${name}`,
  ),
  dialogs: ['HTMLDialogElement.prototype.showModal', 'HTMLDialogElement.prototype.close'],
  popovers: ['showPopover', 'hidePopover', 'togglePopover', 'popover'].map((name) => `HTMLElement.prototype.${name}`),
  'navigator.share': ['navigator.share', 'navigator.canShare'],
  EventSource: ['EventSource'],
  passkeys: ['PublicKeyCredential'],
  'idle callbacks': ['requestIdleCallback', 'cancelIdleCallback', 'scheduler'],
  'what Safari 16 lacks': ['Element.prototype.checkVisibility', 'URL.canParse', 'visualViewport'],
} as const satisfies Record<string, readonly string[]>;

export type Feature = keyof typeof FEATURES;

/** What a private window may lack. */
const PRIVATE: readonly Feature[] = ['IndexedDB', 'service workers', 'BroadcastChannel', 'SharedWorker'];
/** What a page without HTTPS lacks. */
const WITHOUT_HTTPS: readonly Feature[] = [
  'crypto.subtle',
  'the clipboard',
  'web locks',
  'navigator.share',
  'passkeys',
];
const ALL = Object.keys(FEATURES) as Feature[];

/** Browsers by what they lack: several features, as in life. In `npm run stress` each lacks one. */
export const BROWSERS: Readonly<Record<string, readonly Feature[]>> =
  process.env.JOURNEYS_WITHOUT_EACH === 'on'
    ? Object.fromEntries(ALL.map((feature) => [`a browser without ${feature}`, [feature]]))
    : {
        'a private window': PRIVATE,
        'a page without HTTPS': WITHOUT_HTTPS,
        'an old browser': ALL.filter((feature) => ![...PRIVATE, ...WITHOUT_HTTPS].includes(feature)),
      };

/** Takes these features from every page of a browser, before its scripts run. */
export const removeFeature = (context: BrowserContext, feature: Feature): Promise<unknown> =>
  context.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.');
      const last = names.pop()!;
      let owner: object | undefined = window;
      for (const name of names) owner = (owner as Record<string, object> | undefined)?.[name];
      for (; owner; owner = Object.getPrototypeOf(owner)) Reflect.deleteProperty(owner, last);
    }
  }, FEATURES[feature]);

/** Does what translators of browsers do: they put each text into elements of their own, also one that comes later. */
export const translatePages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const KEPT = 'script, style, textarea, input, font, noscript, option, title, [translate="no"], .notranslate';
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest(KEPT)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(wrap);
    };
    document.addEventListener('DOMContentLoaded', () => {
      translate(document.body);
      new MutationObserver((records) => {
        const added = records
          .flatMap(({ addedNodes }) => [...addedNodes])
          .filter(({ nodeName }) => nodeName !== 'FONT');
        setTimeout(() => added.filter((node) => node.isConnected).forEach(translate), 20);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });

/**
 * Makes the browser of all journeys another one: JOURNEYS_WITHOUT names a feature that it lacks, and
 * with JOURNEYS_TRANSLATED=on it translates every page.
 */
export const prepareAsAsked = async (context: BrowserContext): Promise<void> => {
  const { JOURNEYS_WITHOUT: feature, JOURNEYS_TRANSLATED: translated } = process.env;
  if (feature) await removeFeature(context, feature as Feature);
  if (translated === 'on') await translatePages(context);
};
