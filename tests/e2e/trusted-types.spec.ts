import { expect, ONCE, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'no text becomes a part of the page or a script, and the only policy makes the address of the service worker',
  ONCE,
  async ({ page, browserErrors }) => {
    browserErrors.allow(/Trusted ?(HTML|Script|Type)/i);
    await page.goto('/');
    await expect(page.getByRole('heading').first()).toBeVisible();
    const outcomes = await page.evaluate(() => {
      const attempt = (act: () => unknown): string => {
        try {
          act();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      return {
        html: attempt(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')),
        inner: attempt(() => {
          document.createElement('div').innerHTML = '<b>x</b>';
        }),
        script: attempt(() => {
          document.createElement('script').src = '/other.js';
        }),
        code: attempt(() => setTimeout('alert(1)')),
        policy: attempt(() => trustedTypes.createPolicy('another', {})),
        samePolicy: attempt(() => trustedTypes.createPolicy('greenroom', {})),
      };
    });
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['TypeError']));
  },
);
