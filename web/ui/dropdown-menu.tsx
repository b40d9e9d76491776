import * as RadixMenu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';

interface DropdownMenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}

/**
 * A menu under a button. Arrow keys, first letters and Escape work; the focus returns to the
 * button. It stays in its place in the document (no portal), inside the landmark of its button, and
 * does not lock the page.
 */
export function DropdownMenu({ trigger, align = 'end', children }: DropdownMenuProps) {
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        className="z-50 min-w-56 animate-fade rounded-lg border border-line-strong bg-raised p-1.5 shadow-2xl shadow-pit outline-none"
      >
        {children}
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-small outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-off data-highlighted:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted';

interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** An entry that runs an action. */
export function MenuItem({ icon, onSelect, danger = false, disabled = false, children }: MenuItemProps) {
  return (
    <RadixMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      className={classNames(itemClass, danger && 'text-live [&_svg]:text-live')}
    >
      {icon}
      {children}
    </RadixMenu.Item>
  );
}

/** An entry that is a link within the page. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <RadixMenu.Item asChild className={itemClass}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </RadixMenu.Item>
  );
}

/** An entry that is a link to another site, in a new tab. */
export function MenuAddress({ href, children }: { href: string; children: ReactNode }) {
  return (
    <RadixMenu.Item asChild className={itemClass}>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="sr-only">(nouvel onglet)</span>
      </a>
    </RadixMenu.Item>
  );
}

/** A heading for the entries that follow. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-3 pt-2 pb-2.5">{children}</RadixMenu.Label>;
}

/** A line between two groups. */
export function MenuSeparator() {
  return <RadixMenu.Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}
