import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/client.ts';
import { runSync, syncStatusKey } from '../../api/queries/feed.ts';
import { navigate } from '../../browser/layer-history.ts';
import { toast } from '../../ui/toast.ts';
import { errorToast, failureMessage, hasToken } from '../action-toasts.ts';
import { showSynced } from '../feed/show-synced.ts';
import { panelLinks, tabAddress } from '../panel-links.ts';

/* Palette actions that do more than open an address. */

/** Syncs as "Manual Sync Now" does. A sync that needs a decision is left to the inventory tab. */
export const syncNow = async (queryClient: QueryClient): Promise<void> => {
  if (!hasToken()) return;
  toast({ title: 'Syncing…' });
  try {
    const synced = await runSync(false);
    if (synced.pending) navigate(panelLinks.waitingSync);
    showSynced(queryClient, synced);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'large_drop') navigate(tabAddress('inventory'));
    errorToast(failureMessage('Failed to sync inventory', error));
  } finally {
    void queryClient.invalidateQueries({ queryKey: syncStatusKey });
  }
};

/** For so many frames a control is looked for. */
const FRAMES = 60;

/** Moves the focus to a control of a tab that is opening. The tab is drawn again when the palette has left the history. */
export const focusWhenThere = (selector: string): void => {
  let frames = FRAMES;
  let wasFocused = false;
  const look = () => {
    const control = document.querySelector<HTMLElement>(selector);
    const isFree = !wasFocused || document.activeElement === document.body;
    if (control && isFree && !document.querySelector('dialog[open]')) {
      wasFocused = true;
      control.scrollIntoView({ block: 'center' });
      control.focus();
    }
    if (--frames > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** On a phone some of them are entries of a menu. */
const BUTTONS = 'main button:enabled:not([aria-disabled="true"])';

/** Opens the inventory and presses the button of this name, once the list is there and the button can be pressed. */
export const pressInInventory = (name: string): void => {
  navigate(tabAddress('inventory'));
  let frames = 10 * FRAMES;
  const look = () => {
    const button = [...document.querySelectorAll<HTMLButtonElement>(BUTTONS)].find(
      ({ textContent }) => textContent?.trim() === name,
    );
    if (button && !document.querySelector('dialog[open]')) return button.click();
    if (--frames > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
