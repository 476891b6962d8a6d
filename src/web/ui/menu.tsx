import { Check } from 'lucide-react';
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { leaveTo } from '../browser/paths.ts';
import { cx } from './cx.ts';
import { type Align, placeBeside } from './floating.ts';
import { useLayer } from './use-layer.ts';

const MenuContext = createContext<RefObject<HTMLDivElement | null> | null>(null);

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';

interface MenuProps {
  /** The button that opens the menu: an IconButton or a Button. */
  trigger: ReactElement<Record<string, unknown>>;
  /** MenuItem, MenuLink, MenuChoice, MenuLabel, MenuSeparator. */
  children: ReactNode;
  align?: Align;
}

/**
 * A menu at a button, built on the browser's own popover. It is above everything, dialogs included, closes on Escape and
 * on a press elsewhere, and returns the focus. Its keys follow the ARIA menu pattern.
 */
export const Menu = ({ trigger, children, align = 'end' }: MenuProps) => {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useLayer(open, () => panel.current?.hidePopover());

  const items = () => [...(panel.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];

  const keys = (event: KeyboardEvent) => {
    const all = items();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const to = nextItem(event.key, here, all);
    if (event.key === 'Tab') panel.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };

  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        onKeyDown={keys}
        onBeforeToggle={(event) => {
          const control = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
          if (event.newState === 'open' && control) placeBeside(event.currentTarget, control, align);
        }}
        onToggle={(event) => {
          const isOpen = event.newState === 'open';
          setOpen(isOpen);
          if (isOpen) (items().find((item) => item.ariaChecked === 'true') ?? items()[0])?.focus();
        }}
        className="fixed m-0 min-w-52 overflow-y-auto rounded-card border border-line bg-raised p-1.5 text-text shadow-float open:rise"
      >
        <MenuContext value={panel}>{children}</MenuContext>
      </div>
    </>
  );
};

/** The item that a key moves to. Arrows wrap around, and a letter finds the next item that begins with it. */
const nextItem = (key: string, here: number, all: readonly HTMLElement[]): number | undefined => {
  const count = all.length;
  if (key === 'ArrowDown') return (here + 1) % count;
  if (key === 'ArrowUp') return (here - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const from = Math.max(here, 0);
  for (let step = 1; step <= count; step++) {
    const index = (from + step) % count;
    if (all[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) return index;
  }
  return undefined;
};

/** Returns a function that closes the menu, which returns the focus to its button. */
const useCloseMenu = (): (() => void) => {
  const panel = useContext(MenuContext);
  return () => panel?.current?.hidePopover();
};

const itemClass = cx(
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-left text-sm text-text select-none pointer-coarse:min-h-11',
  'hover:bg-accent-wash focus:bg-accent-wash focus:text-accent-text focus-visible:outline-offset-0 aria-disabled:opacity-50 aria-[current]:text-accent-text',
  '[&>svg]:size-4.5 [&>svg]:shrink-0',
);

interface MenuItemProps {
  icon?: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export const MenuItem = ({ icon, onSelect, disabled, children }: MenuItemProps) => {
  const close = useCloseMenu();
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      onClick={() => {
        if (disabled) return;
        close();
        onSelect();
      }}
      className={itemClass}
    >
      {icon}
      {children}
    </button>
  );
};

interface MenuLinkProps {
  icon?: ReactNode;
  href: string;
  /** The link loads a page, instead of changing this one. */
  loadsPage?: boolean;
  /** It leads out of the shop, in a tab of its own. */
  isOutside?: boolean;
  /** It leads to the page that is open. */
  isCurrent?: boolean;
  children: ReactNode;
}

/** True if a press on a link opens it here, not in a tab or window of its own. */
const opensHere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(metaKey || ctrlKey || shiftKey || altKey);

/** A menu item that is a link. */
export const MenuLink = ({ icon, href, loadsPage, isOutside, isCurrent, children }: MenuLinkProps) => {
  const close = useCloseMenu();
  // The menu stays open until the page is gone: closing it goes back in the history, which would cancel the way there.
  const leave = (event: MouseEvent) => {
    if (!opensHere(event)) return;
    event.preventDefault();
    leaveTo(href);
  };
  const item = {
    role: 'menuitem',
    tabIndex: -1,
    href,
    'aria-current': isCurrent ? ('page' as const) : undefined,
    onClick: loadsPage ? leave : close,
    className: itemClass,
  };
  const content = (
    <>
      {icon}
      {children}
    </>
  );
  if (isOutside) {
    return (
      <a {...item} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return loadsPage ? <a {...item}>{content}</a> : <Link {...item}>{content}</Link>;
};

interface MenuChoiceProps<Value extends string> {
  /** The name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** A group of menu items, of which one is chosen and has a check mark. */
export const MenuChoice = <Value extends string>({ label, value, onChange, options }: MenuChoiceProps<Value>) => {
  const close = useCloseMenu();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a menu
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          onClick={() => {
            close();
            onChange(option.value);
          }}
          className={itemClass}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          {option.value === value && <Check aria-hidden className="size-4 text-accent-text" />}
        </button>
      ))}
    </div>
  );
};

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{children}</div>
);

export const MenuSeparator = () => <hr className="my-1.5 border-line" />;
