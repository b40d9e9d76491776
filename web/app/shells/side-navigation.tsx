import { NavLink } from 'react-router';
import type { NavItem } from '#web/app/shells/navigation.ts';

interface SideNavigationProps {
  label: string;
  items: readonly NavItem[];
}

/** The navigation beside a dashboard, from 1024 px. What waits is counted in amber. */
export function SideNavigation({ label, items }: SideNavigationProps) {
  return (
    <nav aria-label={label} className="sticky top-6 hidden lg:block print:hidden">
      <ul className="-ml-3.5 grid gap-0.5 text-[0.9375rem] text-soft">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink
              to={item.to}
              end={item.end ?? false}
              className="flex min-h-11 items-center justify-between gap-3 rounded-md px-3.5 transition-colors hover:text-ink aria-[current=page]:bg-stage aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {item.label}
              {item.count !== undefined && item.count > 0 && (
                <span className="num font-semibold text-spot">
                  {item.count}
                  <span className="sr-only"> en attente</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
