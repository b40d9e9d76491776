import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { Loading } from '#web/app/loading.tsx';
import { focusTitle } from '#web/ui/focus-title.ts';

/** A page's module exports these. */
export interface PageModule {
  Component: ComponentType;
}

/** A page as a route shows it, and how to fetch it ahead of being shown. */
export type LazyPage = ComponentType & { preload: () => Promise<void> };

let first = true;

/**
 * Brings the focus to the new page's title, as after a full page load. The first page of a visit
 * leaves the focus where the browser put it, and a page that focused something of its own keeps it.
 */
function focusPage(): void {
  if (!first) focusTitle();
  first = false;
}

/** Rendered after the page around it, so its effect runs when the page is really there. */
function Arrived() {
  useEffect(focusPage, []);
  return null;
}

/**
 * A page whose module is loaded when it is first shown, behind 'Loading...'. Each call makes its
 * own component, so that a change of page shows the fallback instead of keeping the old page.
 */
export function page(load: () => Promise<PageModule>): LazyPage {
  let ready: ComponentType | null = null;
  const fetchPage = async () => {
    const { Component } = await load();
    ready = Component;
    return { default: Component };
  };
  const Loaded = lazy(fetchPage);
  function Page() {
    // Chosen when the page appears and kept: a change of component would forget typed text.
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

/**
 * A page at its path, loaded when it is first shown.
 * @param loader starts what it shows, and is not waited for: the page says how that goes
 */
export const route = (
  path: string,
  title: string,
  load: () => Promise<PageModule>,
  loader?: LoaderFunction,
): RouteObject => ({
  path,
  handle: { title },
  Component: page(load),
  ...(loader && {
    loader,
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }),
});
