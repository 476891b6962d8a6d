import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import {
  carryToast,
  dismissToast,
  openOutlet,
  pauseToast,
  pressMoment,
  resumeToast,
  showCarriedToast,
  toast,
  useToasts,
} from './toast.ts';

const shown = () => useToasts.getState().shown?.title ?? null;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  dismissToast();
  vi.useRealTimers();
});

describe('a toast', () => {
  test('is shown for 5 seconds', () => {
    toast({ title: 'Added to cart' });
    vi.advanceTimersByTime(4999);
    expect(shown()).toBe('Added to cart');
    vi.advanceTimersByTime(1);
    expect(shown()).toBeNull();
  });

  test('replaces the one that is shown, and has its own 5 seconds', () => {
    toast({ title: 'first' });
    vi.advanceTimersByTime(4000);
    toast({ title: 'second' });
    expect(shown()).toBe('second');
    vi.advanceTimersByTime(4000);
    expect(shown()).toBe('second');
    vi.advanceTimersByTime(1000);
    expect(shown()).toBeNull();
  });

  describe('with the outcome of a press', () => {
    /** The moment of a press, after which other things happen. */
    const press = async (): Promise<number> => {
      const moment = pressMoment();
      await Promise.resolve();
      return moment;
    };

    test('never replaces a newer message, and is not shown later', async () => {
      const pressed = await press();
      toast({ title: "That's all we have" });
      toast({ title: 'Added to cart', kind: 'success' }, pressed);
      expect(shown()).toBe("That's all we have");
      vi.advanceTimersByTime(5000);
      expect(shown()).toBeNull();
    });

    test('follows a newer message if it is a failure, for its own 5 seconds', async () => {
      const pressed = await press();
      toast({ title: "That's all we have" });
      vi.advanceTimersByTime(2000);
      toast({ title: 'Error', kind: 'error' }, pressed);
      expect(shown()).toBe("That's all we have");
      vi.advanceTimersByTime(3000);
      expect(shown()).toBe('Error');
      vi.advanceTimersByTime(4999);
      expect(shown()).toBe('Error');
      vi.advanceTimersByTime(1);
      expect(shown()).toBeNull();
    });

    test('replaces a message of the same press, and the outcome of an earlier one', async () => {
      const pressed = pressMoment();
      toast({ title: 'Jar removed' });
      await Promise.resolve();
      toast({ title: 'Error', kind: 'error' }, pressed);
      expect(shown()).toBe('Error');
      const second = await press();
      const third = await press();
      toast({ title: 'second', kind: 'success' }, second);
      expect(shown()).toBe('second');
      toast({ title: 'third', kind: 'success' }, third);
      expect(shown()).toBe('third');
      toast({ title: 'second', kind: 'success' }, second);
      expect(shown()).toBe('third');
    });

    test('is shown if the newer message is gone', async () => {
      const pressed = await press();
      toast({ title: "That's all we have" });
      dismissToast();
      toast({ title: 'Added to cart', kind: 'success' }, pressed);
      expect(shown()).toBe('Added to cart');
    });
  });

  test('waits while it is hovered, and then continues with the time it had left', () => {
    toast({ title: 'Added to cart' });
    vi.advanceTimersByTime(3000);
    pauseToast();
    vi.advanceTimersByTime(60_000);
    expect(shown()).toBe('Added to cart');
    resumeToast();
    vi.advanceTimersByTime(1999);
    expect(shown()).toBe('Added to cart');
    vi.advanceTimersByTime(1);
    expect(shown()).toBeNull();
  });

  test('gains no time if it is resumed twice', () => {
    toast({ title: 'Added to cart' });
    vi.advanceTimersByTime(3000);
    resumeToast();
    vi.advanceTimersByTime(2000);
    expect(shown()).toBeNull();
  });

  test('that was dismissed does not return when the pointer leaves', () => {
    toast({ title: 'Added to cart' });
    pauseToast();
    dismissToast();
    resumeToast();
    expect(shown()).toBeNull();
  });
});

describe('a toast before a reload or redirect', () => {
  test('is shown once after it, with its texts', () => {
    const tab = memoryStorage();
    carryToast({ title: 'Login Successful', description: 'Welcome back, mara!', kind: 'success' }, tab);
    expect(shown()).toBeNull();
    showCarriedToast(tab);
    expect(useToasts.getState().shown).toMatchObject({
      title: 'Login Successful',
      description: 'Welcome back, mara!',
      kind: 'success',
    });
    dismissToast();
    showCarriedToast(tab);
    expect(shown()).toBeNull();
  });

  test('is forgotten if the page it was meant for never loaded', () => {
    const tab = memoryStorage();
    carryToast({ title: 'Logged Out' }, tab);
    vi.advanceTimersByTime(30_000);
    showCarriedToast(tab);
    expect(shown()).toBeNull();
  });

  test('that cannot be read is ignored', () => {
    const tab = memoryStorage();
    tab.setItem('greenroom-toast', 'not json');
    showCarriedToast(tab);
    expect(shown()).toBeNull();
  });
});

test('toasts show in the modal that was opened last, and in the page again after it has closed', () => {
  const closePage = openOutlet('page');
  const closeDialog = openOutlet('dialog');
  expect(useToasts.getState().outlets.at(-1)).toBe('dialog');
  closeDialog();
  expect(useToasts.getState().outlets.at(-1)).toBe('page');
  closePage();
});
