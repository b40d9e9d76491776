import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CalendarDays } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { maySee } from '#product/shared/areas.ts';
import { streamerQuery } from '#web/entities/streamer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { forgetSentMail, useSentMail } from '#web/features/auth/use-sent-mail.ts';
import { useBookingZone } from '#web/features/booking/address.ts';
import { Booker } from '#web/features/booking/booker.tsx';
import { BookerSkeleton, FirstOffers } from '#web/features/booking/booker-skeleton.tsx';
import type { BookingPerson } from '#web/features/booking/stage.ts';
import { firstList, firstWords } from '#web/lib/first-words.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { safeReturnPath, withReturnPath } from '#web/lib/return-path.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

/**
 * `/book-session/{streamerId}` (id or handle). Open to anyone: one signs in on the way and loses
 * nothing.
 */
export function Component() {
  const { streamerId = '' } = useParams();
  const person = usePerson();
  const { zone, choose } = useBookingZone(person.visitor.status === 'signed-in' ? person.visitor.id : null);
  const { data: streamer, isPending, error, refetch, isRefetching } = useQuery(streamerQuery(streamerId));
  usePageTitle(streamer ? `Réserver avec ${streamer.display_name}` : 'Réserver');

  if (error) {
    return (
      <Page title="Réserver une session">
        <ErrorState
          title="Les offres n’ont pas pu être chargées"
          description="Vérifiez votre connexion, puis réessayez."
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      </Page>
    );
  }
  if (isPending) {
    return <BookerSkeleton words={firstWords()} offers={<FirstOffers offers={firstList()} />} />;
  }
  if (!streamer || streamer.offers.length === 0) {
    return (
      <Page title={streamer ? `Réserver avec ${streamer.display_name}` : 'Réserver une session'}>
        <EmptyState
          icon={<CalendarDays />}
          title={streamer ? 'Aucune offre pour le moment' : 'Cette page n’existe pas'}
          description={
            streamer
              ? `${streamer.display_name} n’a pas encore d’offre ouverte à la réservation.`
              : 'Ce streamer n’est pas, ou plus, sur Loge.'
          }
          action={<ButtonLink to="/browse">Voir les autres streamers</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <div className="wrap pt-2 pb-16 sm:pt-4">
      <Booker
        streamer={streamer}
        person={person}
        zone={zone}
        // One line: the choice of the session is to be seen without scrolling.
        header={
          <header className="-mb-2 flex items-center gap-1.5 sm:-mb-3">
            <Link
              to={`/streamer/${streamer.handle}`}
              aria-label="Profil"
              className="-ml-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft hover:bg-wash hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="size-5" />
            </Link>
            <h1 className="min-w-0 text-title wrap-anywhere sm:text-heading">
              Réserver avec {streamer.display_name}
            </h1>
          </header>
        }
        zoneSelect={<ZoneSelect zone={zone} onZone={choose} />}
      />
    </div>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap pt-6 pb-16">
      <PageHeader title={title} />
      {children}
    </div>
  );
}

// Needed only when nobody is signed in and a start is chosen.
const AccountForms = lazy(() =>
  import('#web/features/auth/account-forms.tsx').then((module) => ({ default: module.AccountForms })),
);

/**
 * The forms of `/auth` within the booking. Which of them is in the address; a new account is a
 * viewer's.
 */
function SignUpOrIn({ returnTo }: { returnTo: string }) {
  const [params, setParams] = useSearchParams();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useSentMail();
  // Leaving with somebody signed in: the code that was waited for is of no use to the next one
  // here.
  const { store } = useAuth();
  useEffect(
    () => () => {
      if (store.state().status === 'signed-in') forgetSentMail();
    },
    [store],
  );
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <AccountForms
        mode={params.get('mode') === 'signin' ? 'signin' : 'signup'}
        onMode={(mode) =>
          setParams(
            (before) => {
              before.set('mode', mode);
              return before;
            },
            { replace: true, preventScrollReset: true },
          )
        }
        email={email}
        onEmail={setEmail}
        sent={sent}
        onSent={setSent}
        returnTo={safeReturnPath(returnTo)}
        givenRole="viewer"
        asksRole={false}
      />
    </Suspense>
  );
}

/** The person who looks at the page, with the addresses that belong to it. */
function usePerson(): BookingPerson {
  const { state } = useAuth();
  const signedIn = state.status === 'signed-in' ? state.user : null;
  return {
    visitor: signedIn
      ? { status: 'signed-in', id: signedIn.id }
      : { status: state.status === 'loading' ? 'loading' : 'signed-out' },
    signInPath: (returnTo) => withReturnPath('/auth', returnTo),
    signUpOrIn: (returnTo) => <SignUpOrIn returnTo={returnTo} />,
    receiptPath: (paymentId) =>
      maySee('viewer', signedIn?.role ?? null) ? `/viewer-dashboard/payments?receipt=${paymentId}` : null,
    // A streamer who books has no viewer's dashboard (spec 6); theirs is where they go.
    bookingPath: (id) =>
      maySee('viewer', signedIn?.role ?? null) ? `/viewer-dashboard/bookings?booking=${id}` : '/dashboard',
  };
}
