import type { BrowserContext, Page } from '@playwright/test';

/**
 * What the browser complains of: errors in the console, uncaught errors, and requests to anybody but the shop.
 */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #foreseen: RegExp[] = [];

  /** Foresees complaints. A refused call is one: the browser itself writes it to the console. */
  foresee(...patterns: RegExp[]): void {
    this.#foreseen.push(...patterns);
  }

  /** Those that nobody foresaw. */
  get unforeseen(): string[] {
    return this.#heard.filter((complaint) => !this.#foreseen.some((pattern) => pattern.test(complaint)));
  }

  /** Listens to all pages of a context. Pages of others, such as the chat that an order opens, may say what they like. */
  listenTo(context: BrowserContext, shopUrl: string): void {
    const isShops = (page: Page | null) => page?.url().startsWith(shopUrl) ?? false;
    context.on('console', (message) => {
      if (message.type() !== 'error' || !isShops(message.page())) return;
      this.#heard.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (problem) => {
      if (isShops(problem.page())) this.#heard.push(`uncaught: ${problem.error().stack}`);
    });
    context.on('request', (request) => {
      const { protocol } = new URL(request.url());
      const isElsewhere = /^(https?|wss?):$/.test(protocol) && !request.url().startsWith(shopUrl);
      if (isElsewhere && !request.isNavigationRequest()) this.#heard.push(`request elsewhere: ${request.url()}`);
    });
  }
}
