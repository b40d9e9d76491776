import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Loading } from '#web/app/loading.tsx';
import { focusPage } from '#web/app/page-focus.ts';

/** What the module of a page exports. */
export interface PageModule {
  Component: ComponentType;
}

/** Rendered after the page it stands in, hence its effect runs when the page is really there. */
function Arrived() {
  useEffect(focusPage, []);
  return null;
}

/**
 * A page that is loaded when it is first shown, behind 'Loading...'. Each call makes its own component, so that going from one page to
 * another shows the new one's fallback instead of leaving the old page standing.
 */
export function page(load: () => Promise<PageModule>): ComponentType {
  const Loaded = lazy(() => load().then((module) => ({ default: module.Component })));
  return function Page() {
    return (
      <Suspense fallback={<Loading />}>
        <Loaded />
        <Arrived />
      </Suspense>
    );
  };
}
