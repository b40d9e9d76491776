import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

interface TooltipProps {
  /** A few words; never the only place where something is said. */
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The element it explains; it must be able to take the focus. */
  children: ReactNode;
}

/** The name of an icon button, on hover and on focus. The button keeps its own `aria-label`. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={8}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-sm bg-ink px-2.5 py-1.5 text-kicker font-medium text-ground"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
