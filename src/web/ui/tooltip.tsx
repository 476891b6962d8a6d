import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { useLayer } from './layer.ts';

export const TooltipProvider = Radix.Provider;

/** A few words at an icon, on pointing and on focus. Never the only place where something is said. */
export function Tooltip({
  label,
  side = 'bottom',
  children,
}: {
  label: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}) {
  const layer = useLayer();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layer}>
        <Radix.Content
          side={side}
          sideOffset={6}
          className="appear z-50 max-w-64 rounded-control bg-tip px-2.5 py-1.5 text-xs font-medium text-tip-ink"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
