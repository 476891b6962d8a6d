import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface TabsProps {
  value: string;
  onChange: (value: string) => void;
  /** What the tabs choose between; the accessible name of the row. */
  label: string;
  tabs: readonly { value: string; label: ReactNode }[];
  /** TabPanels, one for each value. */
  children?: ReactNode;
  className?: string;
}

/** A row of tabs; arrow keys move between them. */
export function Tabs({ value, onChange, label, tabs, children, className }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'relative h-11 shrink-0 rounded-t-control px-3 text-sm font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-2',
              'after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:rounded-full after:bg-transparent after:content-[""]',
              'data-[state=active]:text-text data-[state=active]:after:bg-accent',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

/** The content of one tab; mounted only while it is chosen. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  );
}
