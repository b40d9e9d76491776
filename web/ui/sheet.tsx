import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';
import '#web/ui/overlay.css';

interface SheetProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  title: string;
  /** Stays at the foot while the rest scrolls: « Voir 12 résultats ». */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A panel over the page: from the bottom on a phone, from the right on a wide screen. For filters,
 * details and what a bar has no room for.
 */
export function Sheet({ open, onOpenChange, trigger, title, footer, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="overlay" />
        <RadixDialog.Content {...focusReturn} className="sheet" aria-describedby={undefined}>
          <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
            <RadixDialog.Title className="display text-title">{title}</RadixDialog.Title>
            <RadixDialog.Close aria-label="Fermer" className={buttonClass('quiet', 'icon')}>
              <X aria-hidden="true" />
            </RadixDialog.Close>
          </div>
          <div className="flex-1 overflow-y-auto overscroll-contain p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
            {children}
          </div>
          {footer && (
            <div className="grid gap-3 border-t border-line p-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
