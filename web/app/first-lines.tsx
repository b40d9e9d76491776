import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createMemoryRouter, MemoryRouter, Route, RouterProvider, Routes } from 'react-router';
import { exampleDay } from '#product/shared/time/example-day.ts';
import { preloadPages, routes } from '#web/app/router.tsx';
import { PublicLayout } from '#web/app/shells/public-layout.tsx';
import { HelpSearch, TextFrame } from '#web/entities/text/text.tsx';
import { createAuthActions } from '#web/features/auth/auth-actions.ts';
import { AuthContext, type AuthContextValue } from '#web/features/auth/auth-context.ts';
import { createAuthStore } from '#web/features/auth/auth-store.ts';
import {
  BookerSkeleton,
  FIRST_OFFER_WORDS,
  FirstOffer,
  FirstOffers,
} from '#web/features/booking/booker-skeleton.tsx';
import { CardGridSkeleton } from '#web/features/discovery/card-grid.tsx';
import { FIRST_CARD_WORDS, FirstCard, FirstCards } from '#web/features/discovery/first-cards.tsx';
import { ProfileSkeleton } from '#web/features/discovery/profile-skeleton.tsx';
import { FIRST_CARDS } from '#web/features/discovery/results.tsx';
import { Component as BrowsePage } from '#web/pages/browse/browse-page.tsx';

/** Nobody is signed in as far as the server knows; the page itself starts from that too. */
function nobody(): AuthContextValue {
  const nothing = () => undefined;
  const store = createAuthStore({
    loadClient: () => Promise.reject(new Error('Nothing is fetched while a page is written out')),
    hasStoredSession: () => false,
    storedSession: () => null,
    forgetStoredSession: nothing,
    profiles: { of: () => null, set: nothing, clear: nothing },
    recovery: { has: () => false, set: nothing, clear: nothing },
    onStoredSession: nothing,
    notifyError: nothing,
    onSignedOut: nothing,
    onRenewed: nothing,
  });
  return { store, actions: createAuthActions(store, '') };
}

const around = (content: ReactNode): ReactNode => (
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <AuthContext value={nobody()}>{content}</AuthContext>
    </QueryClientProvider>
  </StrictMode>
);

/**
 * A page in the frame of the public pages, to be looked at until the page itself is there in its
 * stead.
 */
const shown = (path: string, page: ReactNode): string =>
  written(
    around(
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<PublicLayout />}>
            <Route path="*" element={page} />
          </Route>
        </Routes>
      </MemoryRouter>,
    ),
  );

/**
 * React asks for pictures ahead of the markup, which requests them itself; where the server fills
 * none in, that would ask for nothing.
 */
const withoutPreloads = (html: string): string => html.replace(/<link rel="preload"[^>]*>/g, '');
const written = (content: ReactNode): string => withoutPreloads(renderToStaticMarkup(content));

/** A page with the markers that let React take over the markup unchanged. */
async function living(path: string): Promise<string> {
  await preloadPages(path);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return withoutPreloads(renderToString(around(<RouterProvider router={router} />)));
}

/** Whether the page takes the markup over, or replaces it. */
interface FirstLook {
  html: string;
  living: boolean;
  /**
   * The piece written at `[[list]]`: `each` for every entry within `around`, or `none` for an empty
   * list.
   */
  list?: { around: string; early: string; each: string; none: string };
}

/**
 * Renders the first look of each public page at build time, from the pages' own components.
 * `{{word}}` is filled in by the server for each request. The home page is the same for everybody,
 * and lives on in the visitor's browser; the others have what the server does not know, such as the
 * reader's time zone, and are replaced by pages whose boxes are the same.
 */
async function firstLooks(): Promise<Record<string, FirstLook>> {
  const words = { title: '{{title}}', about: '{{about}}' };
  const holes = Object.fromEntries(FIRST_CARD_WORDS.map((word) => [word, `{{${word}}}`]));
  const offerHoles = Object.fromEntries(FIRST_OFFER_WORDS.map((word) => [word, `{{${word}}}`]));
  const profilePictures = {
    cover: '{{cover}}',
    coverSet: '{{coverSet}}',
    face: '{{face}}',
    faceSet: '{{faceSet}}',
    placeholder: '{{placeholder}}',
  };
  const noCards = written(<CardGridSkeleton count={FIRST_CARDS} />);
  const replaced = (html: string): FirstLook => ({ html, living: false });
  return {
    home: { html: (await living('/')).replace(exampleDay(new Date()), '{{day}}'), living: true },
    frame: replaced(shown('/auth', null)),
    browse: {
      ...replaced(
        shown('/browse', <BrowsePage />)
          .replace(/ · heure [^<]*/, '')
          .replace(noCards, '[[list]]'),
      ),
      list: {
        around: written(<FirstCards cards={[]} />).replace('</ul>', '[[each]]</ul>'),
        early: written(<FirstCard words={holes} early />),
        each: written(<FirstCard words={holes} early={false} />),
        none: noCards,
      },
    },
    text: replaced(shown('/texte', <TextFrame {...words}>[[text]]</TextFrame>)),
    help: replaced(
      shown(
        '/texte',
        <TextFrame {...words} search={<HelpSearch onSearch={() => undefined} />}>
          [[text]]
        </TextFrame>,
      ),
    ),
    booker: {
      ...replaced(
        shown(
          '/book-session',
          <BookerSkeleton
            words={{ name: '{{name}}', isBeside: '{{isBeside}}', ...offerHoles }}
            offers="[[list]]"
          />,
        ),
      ),
      list: {
        around: written(<FirstOffers offers={[]} />).replace('</ul>', '[[each]]</ul>'),
        early: written(<FirstOffer words={offerHoles} />),
        each: written(<FirstOffer words={offerHoles} />),
        none: '',
      },
    },
    streamer: replaced(
      shown(
        '/streamer',
        <ProfileSkeleton words={{ name: '{{name}}', headline: '{{headline}}', ...profilePictures }} />,
      ),
    ),
  };
}

/**
 * Made while the module is evaluated: what runs it for the build fetches no further module
 * afterwards.
 */
export const LOOKS = await firstLooks();
