import type { Page } from '@playwright/test';

/** Records what the catalogue's event stream sends to the page. Must be called before the page is opened. */
export const recordEvents = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const { fetch } = window;
    const record = async (stream: NonNullable<Response['body']>) => {
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard.push(value);
      }
    };
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (input !== '/api/events' || !response.body) return response;
      const [forPage, forRecord] = response.body.tee();
      record(forRecord).catch(() => undefined);
      return new Response(forPage, response);
    };
  });
};

/** Waits until the page has received an event that contains this text. */
export const hearsOf = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (awaited) => (window as unknown as { heard: string[] }).heard.join('').includes(awaited),
    text,
  );
};
