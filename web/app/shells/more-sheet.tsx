import { NavLink } from 'react-router';
import type { NavigationProps } from '#web/app/shells/navigation.ts';
import { WaitingCount } from '#web/app/shells/waiting-count.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

interface MoreSheetProps extends NavigationProps {
  onOpenChange: (open: boolean) => void;
}

/**
 * The sheet of the entries that the bottom bar has no place for. It closes as one goes somewhere.
 */
export default function MoreSheet({ label, items, counts, onOpenChange }: MoreSheetProps) {
  return (
    <Sheet open onOpenChange={onOpenChange} title={label}>
      <ul className="-m-2 grid gap-0.5">
        {items.map((item) => (
          <li key={item.to} className="relative">
            <NavLink
              to={item.to}
              end={item.end}
              aria-describedby={counts[item.to] ? `waits-more${item.to}` : undefined}
              onClick={() => onOpenChange(false)}
              className="flex min-h-13 items-center gap-4 rounded-md px-3 text-soft hover:text-ink aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              <item.icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
              {item.label}
            </NavLink>
            <WaitingCount id={`waits-more${item.to}`} count={counts[item.to]} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
