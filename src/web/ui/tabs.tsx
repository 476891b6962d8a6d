import { createContext, type KeyboardEvent, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { ScrollRow } from './scroll-row.tsx';

const TabsContext = createContext<{ id: string; value: string | null } | null>(null);

interface TabsProps<Value extends string> {
  /** Null if none is selected, because the page shows something else. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  /** Wraps the row of tabs, for example in a page header. */
  frame?: (row: ReactNode) => ReactNode;
  /** A TabPanel for each value. */
  children?: ReactNode;
}

/** A row of tabs that follows the ARIA pattern: one stop for Tab, arrows select the next tab. */
export const Tabs = <Value extends string>({
  value,
  onChange,
  label,
  tabs,
  frame = (row) => row,
  children,
}: TabsProps<Value>) => {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  // On a phone the row is wider than the screen. The selected tab should be visible.
  useLayoutEffect(() => {
    const [tab] = row.current?.querySelectorAll<HTMLElement>('[aria-selected="true"]') ?? [];
    if (tab && value) row.current?.scrollTo({ left: tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2 });
  }, [value]);

  const keys = (event: KeyboardEvent) => {
    const here = Math.max(
      0,
      tabs.findIndex((tab) => tab.value === value),
    );
    const steps: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    onChange(tabs[index]!.value);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };

  const stop = value ?? tabs[0]?.value;
  const tabRow = (
    <ScrollRow
      row={row}
      role="tablist"
      aria-label={label}
      onKeyDown={keys}
      className="relative sm:gap-1 border-b border-line"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}-tab`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-${tab.value}` : undefined}
          tabIndex={tab.value === stop ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={cx(
            'relative h-11 shrink-0 rounded-t-control px-2 text-sm sm:px-3 font-medium text-muted hover:text-text focus-visible:-outline-offset-2',
            'after:absolute after:inset-x-2 sm:after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:content-[""]',
            'aria-selected:text-text aria-selected:after:bg-accent forced-colors:aria-selected:after:bg-[Highlight]',
          )}
        >
          {tab.label}
        </button>
      ))}
    </ScrollRow>
  );

  return (
    <TabsContext value={{ id, value }}>
      <div>
        {frame(tabRow)}
        {children}
      </div>
    </TabsContext>
  );
};

interface TabPanelProps {
  value: string;
  className?: string;
  children: ReactNode;
}

/** The content of one tab. It is mounted only while the tab is selected. */
export const TabPanel = ({ value, className, children }: TabPanelProps) => {
  const tabs = useContext(TabsContext);
  if (tabs?.value !== value) return null;
  return (
    <div role="tabpanel" id={`${tabs.id}-${value}`} aria-labelledby={`${tabs.id}-${value}-tab`} className={className}>
      {children}
    </div>
  );
};
