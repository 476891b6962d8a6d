import { useEffect, useRef } from 'react';
import type { Role } from '#domain/permissions.ts';
import { may } from '#domain/permissions.ts';
import { navigate } from '../../browser/layer-history.ts';
import { activityAddress, settingsAddress, tabAddress, tabsOf } from '../panel-links.ts';

/** After "G" the next letter is waited for so long, in milliseconds. */
const JUMP_WITHIN = 1500;

/** The letters after "G", and where they lead: the first letter of each tab that the role sees, A for Activity and S for Settings. */
export const jumpsOf = (role: Role): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(tabsOf(role).map(({ value }) => [value[0]!, tabAddress(value)])),
  ...(may(role, 'audit.read') && { a: activityAddress }),
  ...(may(role, 'orders.read') && { s: settingsAddress }),
});

/** Returns true if the focused control takes letters itself. */
const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

/** Ctrl K or ⌘ K for the palette, and G with a letter for a tab (behavior 10.21). */
export const usePanelKeys = (role: Role, openPalette: () => void): void => {
  const latest = useRef(openPalette);
  latest.current = openPalette;
  useEffect(() => {
    let waitingUntil = 0;
    const keys = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current();
        return;
      }
      const isWaiting = performance.now() < waitingUntil;
      waitingUntil = 0;
      if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || takesLetters(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (isWaiting) {
        const address = jumpsOf(role)[key];
        if (!address) return;
        event.preventDefault();
        navigate(address);
      } else if (key === 'g') waitingUntil = performance.now() + JUMP_WITHIN;
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, [role]);
};
