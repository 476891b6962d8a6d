import { describe, expect, it } from 'vitest';
import { asCaller, asShop, type Caller, currentCaller } from './caller.ts';

const ANNA: Caller = { sessionId: 'anna', access: 'member' };
const BERT: Caller = { sessionId: 'bert', access: 'member' };

const barrier = () => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
};

describe('the caller of the work that runs', () => {
  it('is known in all of a call, also after another call has ended', async () => {
    const end = barrier();
    const anna = asCaller(ANNA, async () => {
      await end.passed;
      return currentCaller();
    });
    expect(await asCaller(BERT, async () => currentCaller())).toEqual(BERT);
    end.open();
    expect(await anna).toEqual(ANNA);
  });

  it('is nobody in work of the shop that a call begins', async () => {
    const seen = await asCaller(ANNA, async () => [await asShop(async () => currentCaller()), currentCaller()]);
    expect(seen).toEqual([null, ANNA]);
  });

  it('is nobody outside of calls, and after a call that failed', async () => {
    const failing = asCaller(ANNA, async () => {
      await Promise.resolve();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(currentCaller()).toBeNull();
    expect(await asCaller(null, async () => currentCaller())).toBeNull();
  });

  it('is known in the calls that follow when nobody was there for a while', async () => {
    await asCaller(ANNA, async () => currentCaller());
    const both = await Promise.all([ANNA, BERT].map((caller) => asCaller(caller, async () => currentCaller())));
    expect(both).toEqual([ANNA, BERT]);
  });
});
