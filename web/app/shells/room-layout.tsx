import { Outlet } from 'react-router';
import { MAIN_ID, SkipLink } from '#web/ui/skip-link.tsx';

/** The frame of the conference pages: the house lights are off, nothing but the page. */
export function Component() {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip bg-pit">
      <SkipLink />
      <main id={MAIN_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
    </div>
  );
}
