import { useEffect } from 'react';
import { Kbd } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { undoByKey } from '../../action-toasts.ts';

type Shortcut = readonly [keys: readonly string[], what: string];

const SHORTCUTS: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['?'], 'Show these shortcuts'],
  [['↑', '↓', '←', '→'], 'Move between cells'],
  [['Tab', 'Shift Tab'], 'Save and go to the next or previous cell'],
  [['Enter', 'F2'], 'Edit the cell; Enter again saves and moves down'],
  [['Escape'], 'Cancel the edit; press again to leave the table'],
  [['Page Up', 'Page Down'], 'Move a page up or down'],
  [['Ctrl Home', 'Ctrl End'], 'Go to the first or last item'],
  [['Ctrl Z'], 'Undo the last change, while its message shows'],
  [['Space'], 'Select or press; on a name, open the item'],
  [['Alt Enter'], 'Explain the number of the cell, or the price'],
  [['Shift Click'], 'Select a range of rows'],
  [['Alt ↑', 'Alt ↓'], 'In an open item: the previous or next one, from any field'],
  [['F8'], 'Jump to the notification (Undo)'],
];

/** For a role that only reads. The only control of a row opens its history. */
const READING_SHORTCUTS: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['?'], 'Show these shortcuts'],
  [['↑', '↓'], 'Move between items'],
  [['Page Up', 'Page Down'], 'Move a page up or down'],
  [['Ctrl Home', 'Ctrl End'], 'Go to the first or last item'],
  [['Enter', 'Space'], 'Open the item, or its history'],
  [['Alt Enter'], 'Explain the price'],
  [['Escape'], 'Leave the table'],
  [['F8'], 'Jump to the notification'],
];

/** Returns true if the focused control takes letters itself. */
const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (takesText(target) || target instanceof HTMLSelectElement);

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'));

interface ShortcutsProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  onSearch: () => void;
  mayWrite: boolean;
}

/** The keys "/" for the search and "?" for a list of all keys. */
export const Shortcuts = ({ open, onOpen, onClose, onSearch, mayWrite }: ShortcutsProps) => {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (!takesText(event.target) && undoByKey(event)) return event.preventDefault();
      if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        onSearch();
      }
      if (event.key === '?') onOpen();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, [onSearch, onOpen]);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="divide-y divide-line">
        {(mayWrite ? SHORTCUTS : READING_SHORTCUTS).map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt className="flex shrink-0 flex-wrap gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-right text-sm text-text">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
