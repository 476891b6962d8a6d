import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { useLayer } from './layer.ts';

interface MenuProps {
  /** The button that opens it; an IconButton or a Button. */
  trigger: ReactElement;
  /** MenuItem, MenuChoice, MenuLabel, MenuSeparator. */
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}

/** A menu at a button. Not modal: a modal one would lock scrolling with a style element (strict policy). */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const layer = useLayer();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="rise z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const item = cx(
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 text-sm text-text outline-none select-none pointer-coarse:min-h-11',
  'cursor-pointer data-highlighted:bg-accent-wash data-highlighted:text-accent-text data-disabled:pointer-events-none data-disabled:opacity-50',
  '[&>svg]:size-4.5 [&>svg]:shrink-0',
);

export function MenuItem({
  icon,
  danger,
  onSelect,
  disabled,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={cx(item, danger && 'text-danger-text')}>
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A menu item that leads to an address. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <Radix.Item asChild>
      <a href={href} className={item}>
        {icon}
        {children}
      </a>
    </Radix.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  /** The name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** One of several, with a tick at the chosen one. */
export function MenuChoice<Value extends string>({ label, value, onChange, options }: MenuChoiceProps<Value>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={item}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden className="size-4 text-accent-text" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />;
}
