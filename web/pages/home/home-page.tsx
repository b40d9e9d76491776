import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { basisPoints } from '#product/shared/money/cents.ts';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import { exampleDay } from '#product/shared/time/example-day.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { formatMoney, formatRate } from '#web/lib/numbers.ts';
import { STREAMER_SIGN_UP } from '#web/lib/paths.ts';
import { PLACE_CENTS, refundCents, shareOfPlace, standardPolicy } from '#web/pages/home/figures.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spotlight } from '#web/ui/spotlight.tsx';
import { Ticket } from '#web/ui/ticket.tsx';
import '#web/pages/home/home.css';

/** `/`. The first screen reads nothing from the network; who is free comes a moment later. */
export function Component() {
  return (
    <>
      <Hero />
      <MarketPlace />
      <ForStreamers />
      <Earnings />
    </>
  );
}

/** The promise, the search, and what one gets: a ticket. */
function Hero() {
  const navigate = useNavigate();
  const search = (text: string) =>
    navigate(text === '' ? '/browse' : `/browse?q=${encodeURIComponent(text)}`);
  return (
    <section className="wrap relative grid items-center gap-14 pt-10 pb-16 lg:grid-cols-[1.12fr_.88fr] lg:gap-16 lg:pt-16 lg:pb-24">
      <Spotlight className="-top-36 -right-[10%] -left-[10%] h-[760px] lg:left-[40%]" />
      <div className="relative">
        <h1 className="text-hero">
          Quittez le chat.
          <br />
          Prenez place.
        </h1>
        <p className="mt-5 mb-8 max-w-[31em] text-lead text-soft">
          Une heure en tête à tête avec le streamer que vous suivez : jouer, apprendre, faire relire votre
          partie. Vous choisissez l’heure, la place est à vous.
        </p>
        <SearchInput
          label="Rechercher un streamer"
          placeholder="Un jeu, une langue, un nom…"
          onSearch={search}
          button={
            <Button type="submit" tone="spot" className="max-sm:px-4">
              <span className="sm:hidden">Chercher</span>
              <span className="max-sm:hidden">Voir qui est libre</span>
            </Button>
          }
          className="max-w-[540px]"
        />
      </div>
      <ExampleTicket />
    </section>
  );
}

/**
 * A ticket as one would hold it. It says that it is an example, is not read out, and is written
 * without `Intl`: the first use of a time zone costs a slow phone a fifth of a second. Paris and
 * London change their clocks together, so that its two hours are true on any day.
 */
function ExampleTicket() {
  const [day] = useState(() => exampleDay(new Date()));
  return (
    <div aria-hidden="true" className="relative isolate w-full max-w-[520px] lg:ml-auto">
      <p className="mb-3 text-kicker text-muted">Exemple de billet</p>
      <Ticket
        offer="Partie commentée · 1 h · en visio"
        date={day}
        time="18 h 30 – 19 h 30"
        zones="Heure de Paris · 17 h 30 à Londres"
        person={{
          name: 'Votre streamer',
          avatarUrl: '/avatars/streamer.svg',
          note: 'Celui ou celle que vous regardez déjà',
        }}
        state={{ tone: 'settled', label: 'Confirmée' }}
        price={formatMoney(PLACE_CENTS)}
      />
      <div className="ticket-beneath" />
    </div>
  );
}

/**
 * The module that fetches and checks the cards is not needed to show the promise: it comes after
 * the first screen.
 */
const Market = lazy(() =>
  import('#web/features/discovery/market.tsx').then((module) => ({ default: module.Market })),
);

/**
 * Shows the streamers who are free; how it works and what is given back; the offers and the
 * streamers.
 */
function MarketPlace() {
  const { state } = useAuth();
  const between = (
    <>
      <Steps />
      <Guarantee />
    </>
  );
  const waiting = (
    <>
      <Waiting />
      {between}
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <Market
        viewerId={state.status === 'signed-in' ? state.user.id : null}
        waiting={waiting}
        between={between}
      />
    </Suspense>
  );
}

/** The first row of cards, in their own shape. */
function Waiting() {
  return (
    <section aria-busy="true" className="wrap py-10 lg:py-14" aria-labelledby="free-today">
      <h2 id="free-today" className="mb-6 text-heading">
        Libres aujourd’hui
      </h2>
      {/* As in card-grid.tsx, which is fetched later. */}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4 max-sm:-mx-5 max-sm:flex max-sm:gap-3 max-sm:overflow-hidden max-sm:px-5 max-sm:pb-2 sm:gap-5">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-80 rounded-lg max-sm:w-64 max-sm:shrink-0" />
        ))}
      </div>
    </section>
  );
}

const steps = [
  {
    title: 'Trouvez quelqu’un',
    text: 'Un jeu, une langue, un style. Chaque session dit ce qu’elle comprend, combien elle dure et ce qu’elle coûte.',
  },
  {
    title: 'Prenez une heure',
    text: 'Vous voyez les heures vraiment libres, dans votre fuseau et dans le sien. La place est gardée dix minutes, le temps de vous décider.',
  },
  {
    title: 'Entrez dans la loge',
    text: 'La loge ouvre dix minutes avant, dans le navigateur. Rien à installer, personne d’autre dans le public.',
  },
];

/** How it works, as one strip of three tickets. */
function Steps() {
  return (
    <section className="wrap py-10 lg:py-14" aria-labelledby="steps">
      <h2 id="steps" className="mb-6 text-heading">
        Comment ça se passe
      </h2>
      <ol className="strip">
        {steps.map((step, index) => (
          <li key={step.title} className="strip-piece">
            <span aria-hidden="true" className="display num text-heading text-muted">
              {index + 1}
            </span>
            <h3 className="text-title">{step.title}</h3>
            <p className="text-small text-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const looks = ['guarantee-all', 'guarantee-half', 'guarantee-none'];

/** The refunds of a cancellation, in euros and hours, drawn along the time that is left. */
function Guarantee() {
  return (
    <section className="wrap py-10 lg:py-14" aria-labelledby="guarantee">
      <div className="mb-7 grid gap-3">
        <h2 id="guarantee" className="text-heading">
          Si vous changez d’avis
        </h2>
        <p className="max-w-[60ch] text-soft">
          Pour une place à {formatMoney(PLACE_CENTS)}, voici ce qui vous est remboursé. Avant de payer, vous
          lisez toujours le montant et l’heure exacte.
        </p>
      </div>
      <ol className="guarantee num">
        {standardPolicy.map(({ when, refund }, index) => (
          <li key={when} className={classNames('guarantee-part', looks[index])}>
            <span className="guarantee-bar" aria-hidden="true" />
            <span className="text-small text-soft">{when}</span>
            <span className="display text-figure">
              {refund === 0 ? 'Rien' : formatMoney(refundCents(refund))}
              <span className="sr-only"> remboursés</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-7 max-w-[68ch] border-l-2 border-settled pl-4 text-soft">
        Le streamer annule, ou ne vient pas : <b className="num text-ink">{formatMoney(PLACE_CENTS)}</b>{' '}
        remboursés, commission comprise, sans rien demander.
      </p>
      <p className="mt-4 text-kicker text-muted">
        C’est la règle Standard. Un streamer peut choisir plus souple ou plus strict ; c’est écrit sur son
        offre.
      </p>
    </section>
  );
}

/**
 * The terms in force. Until they are read, and it is below the first screen, those of a new
 * installation stand there.
 */
const termsQuery = queryOptions({
  queryKey: ['home', 'terms'],
  staleTime: 300_000,
  queryFn: async ({ client }) => {
    const { platformTermsQuery } = await import('#web/entities/payment/payment.ts');
    return client.fetchQuery(platformTermsQuery());
  },
});

/** For streamers: what they keep, to the cent, and how to begin. */
function ForStreamers() {
  const { place, near } = useNear<HTMLElement>();
  const { data } = useQuery({ ...termsQuery, enabled: near });
  const share = shareOfPlace(data ? basisPoints(data.fee_basis_points) : DEFAULT_SETTINGS.fee);
  const hours = data?.pending_hours ?? DEFAULT_SETTINGS.pendingHours;
  return (
    <section
      ref={place}
      className="wrap grid items-center gap-10 py-10 lg:grid-cols-2 lg:gap-20 lg:py-16"
      aria-labelledby="for-streamers"
    >
      <div>
        <h2 id="for-streamers" className="text-heading">
          Vous streamez ? Gardez {formatRate(1 - share.rate)}.
        </h2>
        <p className="mt-4 max-w-[52ch] text-soft">
          Votre prix, vos heures, votre fuseau. Vos temps de pause et votre préavis sont respectés, et
          personne ne réserve deux fois le même moment. Le versement part chaque semaine.
        </p>
        <ButtonLink to={STREAMER_SIGN_UP} className="mt-7">
          Proposer mes sessions
        </ButtonLink>
      </div>
      <Card className="num">
        <dl className="grid gap-3.5">
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Une place</dt>
            <dd>{formatMoney(PLACE_CENTS)}</dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Commission de {formatRate(share.rate)}, paiement compris</dt>
            <dd className="whitespace-nowrap">{formatMoney(-share.fee)}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
            <dt className="font-semibold">Pour vous</dt>
            <dd className="display text-figure text-settled">{formatMoney(share.streamer)}</dd>
          </div>
        </dl>
        <p className="mt-4 text-kicker text-muted">
          {hours === 0
            ? 'Disponible dès la fin de la session.'
            : `Disponible ${String(hours)}\u00a0h après la session.`}
        </p>
      </Card>
    </section>
  );
}

const FirstLook = lazy(() =>
  import('#web/features/revenue-simulator/first-look.tsx').then((module) => ({ default: module.FirstLook })),
);

/**
 * The simulator of monthly earnings for a price and a number of sessions. Fetched when somebody
 * comes near to it, into room that is kept for it.
 */
function Earnings() {
  const { place, near } = useNear<HTMLDivElement>();
  const { data } = useQuery({ ...termsQuery, enabled: near });
  return (
    <section className="wrap pb-10 lg:pb-16" aria-labelledby="earnings">
      <h2 id="earnings" className="mb-6 text-heading">
        Combien vous reste-t-il ?
      </h2>
      <Card>
        <div ref={place} className="min-h-[44rem] sm:min-h-[35.5rem] lg:min-h-[20rem]">
          {near && (
            <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
              <FirstLook commission={data ? basisPoints(data.fee_basis_points) : DEFAULT_SETTINGS.fee} />
            </Suspense>
          )}
        </div>
      </Card>
    </section>
  );
}

/**
 * Whether somebody has come near to a place far down the page: until then it needs neither scripts
 * nor data of its own.
 */
function useNear<Place extends Element>() {
  const place = useRef<Place>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '600px 0px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return { place, near };
}
