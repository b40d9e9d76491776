import { Info } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import type { ReactNode } from 'react';

/**
 * Explains a figure on demand: a word of explanation belongs beside its figure, not in a manual.
 */
export function Definition({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={`Comment se calcule « ${label} »`}
        className="-my-3 -ml-1 inline-grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Info aria-hidden="true" className="size-3.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          collisionPadding={16}
          sideOffset={4}
          className="z-50 max-w-72 animate-fade rounded-md border border-line-strong bg-lifted p-4 text-small text-soft"
        >
          <b className="mb-1 block text-ink">{label}</b>
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
