import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { counted } from '#domain/text.ts';
import { Kbd } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ModalSurface } from '../../ui/modal.tsx';
import { useEntries, useSettingEntries } from './entries.tsx';
import { type Entry, rank } from './rank.ts';
import { useFound } from './use-found.ts';

export interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

/** The command palette: tabs, actions, receipts by number, members and items, by keyboard alone (behavior 10.21). */
export default function Palette({ open, onClose }: PaletteProps) {
  const id = useId();
  return (
    <ModalSurface
      open={open}
      onClose={onClose}
      labelledBy={`${id}-title`}
      className="modal-dialog mx-auto mt-3 mb-auto w-[calc(100%-1.5rem)] sm:mt-[12dvh] sm:max-w-xl"
    >
      <h2 id={`${id}-title`} className="sr-only">
        Command palette
      </h2>
      {open && <Commands onClose={onClose} />}
    </ModalSurface>
  );
}

interface Group {
  name: string;
  entries: readonly Entry[];
}

const useGroups = (typed: string) => {
  const commands = rank(useEntries(), typed);
  const settings = useSettingEntries(typed);
  const { receipts, members, items, ...state } = useFound(typed);
  const groups: Group[] = [
    { name: 'Receipts', entries: receipts },
    { name: 'Go to', entries: commands.filter(({ keys }) => keys !== undefined) },
    { name: 'Actions', entries: commands.filter(({ keys }) => keys === undefined) },
    { name: 'Settings', entries: settings },
    { name: 'Members', entries: members },
    { name: 'Items', entries: items },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), ...state };
};

const Commands = ({ onClose }: { onClose: () => void }) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { groups, isSearching, failed } = useGroups(typed);
  const all = groups.flatMap(({ entries }) => entries);
  const at = Math.max(
    0,
    all.findIndex((entry) => entry.id === chosen),
  );
  const active = all[at];
  const optionId = (entry: Entry) => `${id}-${entry.id}`;

  useEffect(() => {
    if (active)
      list.current?.querySelector(`[id="${CSS.escape(`${id}-${active.id}`)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const run = (entry: Entry) => {
    if (!entry.leaves) onClose();
    entry.run();
  };
  const keys = (event: KeyboardEvent) => {
    const to = nextOption(event.key, at, all.length);
    if (to !== undefined && all[to]) setChosen(all[to].id);
    else if (event.key === 'Enter' && active) run(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex max-h-[80dvh] flex-col overflow-hidden rounded-panel border border-line bg-surface shadow-float">
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder="Receipt number, member, item or command"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(null);
          }}
          onKeyDown={keys}
          className="h-14 min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-muted"
        />
        <IconButton label="Close" onClick={onClose} className="-mr-2">
          <X aria-hidden />
        </IconButton>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={isSearching}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a listbox
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
              {name}
            </p>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                isActive={entry === active}
                onPoint={() => setChosen(entry.id)}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
        {all.length === 0 && !isSearching && !failed && (
          <p className="px-3 py-6 text-center text-sm text-muted">Nothing found for "{typed.trim()}"</p>
        )}
      </div>
      <p className="flex min-h-10 items-center gap-3 border-t border-line px-4 text-xs text-muted">
        <span role="status" className={cx(failed && 'text-danger-text')}>
          {failed
            ? "Receipts and members can't be searched right now."
            : isSearching
              ? 'Searching…'
              : counted(all.length, 'result')}
        </span>
        <span aria-hidden className="ml-auto flex items-center gap-1.5 pointer-coarse:hidden">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          <Kbd>Enter</Kbd>
          <Kbd>Esc</Kbd>
        </span>
      </p>
    </div>
  );
};

/** The option that a key moves to. Arrows wrap around. */
const nextOption = (key: string, at: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 8, count - 1);
  return key === 'PageUp' ? Math.max(at - 8, 0) : undefined;
};

interface OptionProps {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

const Option = ({ id, entry: { Icon, label, detail, keys }, isActive, onPoint, onRun }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
  // biome-ignore lint/a11y/useFocusableInteractive: the combobox names the active option
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onPointerMove={onPoint}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onRun}
    className={cx(
      'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm',
      isActive ? 'bg-accent-wash text-accent-text' : 'text-text',
    )}
  >
    <Icon aria-hidden className="size-4.5 shrink-0" />
    <span className="min-w-0 truncate">{label}</span>
    {detail && <span className="min-w-0 flex-1 truncate text-right text-xs text-muted">{detail}</span>}
    {keys && (
      <span className="ml-auto flex shrink-0 gap-1 pointer-coarse:hidden">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    )}
  </div>
);
