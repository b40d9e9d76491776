import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Loading } from '#web/app/loading.tsx';
import { focusPage } from '#web/app/page-focus.ts';

/** What the module of a page exports. */
export interface PageModule {
  Component: ComponentType;
}

/** A page as a route shows it, and how to fetch it ahead of being shown. */
export type Page = ComponentType & { preload: () => Promise<void> };

/** Rendered after the page it stands in, hence its effect runs when the page is really there. */
function Arrived() {
  useEffect(focusPage, []);
  return null;
}

/**
 * A page that is loaded when it is first shown, behind 'Loading...'. Each call makes its own component, so that going from one page to
 * another shows the new one's fallback instead of leaving the old page standing.
 */
export function page(load: () => Promise<PageModule>): Page {
  let ready: ComponentType | null = null;
  const fetchPage = async () => {
    const { Component } = await load();
    ready = Component;
    return { default: Component };
  };
  const Loaded = lazy(fetchPage);
  function Page() {
    // Chosen when the page appears and kept: a change of component in mid-visit would forget what was typed.
    const [Content] = useState<ComponentType>(() => ready ?? Loaded);
    return (
      <Suspense fallback={<Loading />}>
        <Content />
        <Arrived />
      </Suspense>
    );
  }
  Page.preload = async () => {
    await fetchPage();
  };
  return Page;
}
