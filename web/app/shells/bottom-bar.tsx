import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { NavigationProps } from '#web/app/shells/navigation.ts';
import { classNames } from '#web/ui/class-names.ts';

const MoreSheet = lazy(() => import('#web/app/shells/more-sheet.tsx'));

/** As many places as a thumb can tell apart at 360 px. */
const PLACES = 5;

const cell =
  'flex min-h-[58px] flex-col items-center justify-center gap-1 rounded-md px-0.5 text-[0.75rem] leading-none text-muted hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink focus-visible:-outline-offset-4 [&_svg]:size-[22px]';

/** The navigation of a dashboard under the thumb, below 1024 px. What has no place is behind « Plus ». */
export function BottomBar({ label, items }: NavigationProps) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const shown = items.length <= PLACES ? items : items.slice(0, PLACES - 1);
  const rest = items.slice(shown.length);
  const elsewhere = rest.some((item) => pathname.startsWith(item.to));
  return (
    <nav
      aria-label={label}
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-2xl auto-cols-fr grid-flow-col px-1">
        {shown.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.end} className={cell}>
              <item.icon aria-hidden="true" strokeWidth={1.75} />
              {item.shortLabel ?? item.label}
            </NavLink>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <button
              type="button"
              onClick={() => setOpen(true)}
              aria-haspopup="dialog"
              aria-expanded={open}
              className={classNames(cell, 'w-full', elsewhere && 'font-semibold text-ink')}
            >
              <Ellipsis aria-hidden="true" strokeWidth={1.75} />
              Plus
            </button>
          </li>
        )}
      </ul>
      {open && (
        <Suspense>
          <MoreSheet label={label} items={rest} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  );
}
