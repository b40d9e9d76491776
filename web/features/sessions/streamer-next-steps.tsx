import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import {
  awaitingQuery,
  BOOKINGS_KEY,
  bookingsQuery,
  nextSessionQuery,
} from '#web/entities/booking/queries.ts';
import { IDENTITY_PATH, identityRequestQuery } from '#web/entities/payment/documents.ts';
import { earningsQuery, payoutPath } from '#web/entities/payment/earnings.ts';
import {
  afterSession,
  failedPayoutsQuery,
  platformTermsQuery,
  useLivePayments,
} from '#web/entities/payment/payment.ts';
import { formatDay, formatMoney, typeset } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Standing {
  headline: string;
  bio: string;
  categories: string[];
  publishedAt: string | null;
  offers: number;
  hours: number;
  payoutsEnabled: boolean;
  brokenCalendars: number;
}

/** The state of the streamer's page that decides about their next steps. */
const standingQuery = (userId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'standing'],
    queryFn: async ({ signal }): Promise<Standing> => {
      const { supabase } = await loadClient();
      const streamer = supabase
        .from('streamers')
        .select(
          'headline,bio,categories,published_at,offers(is_active,archived_at),weekly_hours(id),payout_accounts(payouts_enabled),calendars(state)',
        )
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      const { data: row } = await streamer;
      return {
        headline: row?.headline ?? '',
        bio: row?.bio ?? '',
        categories: row?.categories ?? [],
        publishedAt: row?.published_at ?? null,
        offers:
          row?.offers.filter(({ is_active, archived_at }) => is_active && archived_at === null).length ?? 0,
        hours: row?.weekly_hours.length ?? 0,
        payoutsEnabled: row?.payout_accounts?.payouts_enabled ?? false,
        brokenCalendars: row?.calendars.filter(({ state }) => state === 'broken').length ?? 0,
      };
    },
  });

/** A step on the way to the first booking, and whether it is done. */
interface PathStep {
  title: string;
  why: string;
  to: string;
  done: boolean;
  /** Whether nobody can book before it is done; money waits for an account, viewers do not. */
  isNeeded: boolean;
}

/**
 * The steps that make a page bookable, in the order in which one does them. Each is saved where it
 * is done.
 */
function pathOf(standing: Standing, pendingHours: number): PathStep[] {
  return [
    {
      title: 'Compléter votre page',
      why: 'Une accroche, une présentation et une catégorie : c’est ce que lit un viewer avant de réserver.',
      to: '/streamer-dashboard/settings?tab=page',
      done: standing.headline.trim() !== '' && standing.bio.trim() !== '' && standing.categories.length > 0,
      isNeeded: true,
    },
    {
      title: 'Créer une première offre',
      why: 'Une durée, un prix, ce que l’on y fait.',
      to: '/streamer-dashboard/offers',
      done: standing.offers > 0,
      isNeeded: true,
    },
    {
      title: 'Ouvrir vos premières heures',
      why: 'Sans heures ouvertes, aucun créneau n’est proposé.',
      to: '/streamer-dashboard/availability',
      done: standing.hours > 0,
      isNeeded: true,
    },
    {
      title: 'Dire où verser vos revenus',
      why: `Les fonds retenus deviennent disponibles ${afterSession(pendingHours)}, puis partent chaque lundi.`,
      to: '/streamer-dashboard/settings?tab=payouts',
      done: standing.payoutsEnabled,
      isNeeded: false,
    },
    {
      title: 'Publier votre page',
      why: 'Elle n’est visible que de vous pour l’instant.',
      to: '/streamer-dashboard/settings?tab=page',
      done: standing.publishedAt !== null,
      isNeeded: true,
    },
  ];
}

/** The problems that only the streamer can set right. */
function repairsOf(
  standing: Standing,
  failed: readonly { id: string; amount_cents: number }[],
  asked: { waits_from: string | null } | null,
): Omit<PathStep, 'done' | 'isNeeded'>[] {
  const failedCents = failed.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const [latest] = failed;
  const repairs = [
    latest && {
      title: 'Vérifier votre compte bancaire',
      why: `Un versement de ${formatMoney(failedCents)} n’est pas arrivé. La somme est dans votre solde et repart avec le prochain versement.`,
      to: payoutPath(latest.id),
    },
    asked !== null && {
      title: 'Compléter votre identité fiscale',
      why:
        asked.waits_from === null
          ? 'La loi nous demande de savoir qui nous payons. Sans réponse après deux rappels, vos versements attendront.'
          : Date.parse(asked.waits_from) > serverNow()
            ? `Sans elle, vos versements attendront à partir du ${formatDay(asked.waits_from, 'Europe/Paris')}.`
            : 'Vos versements l’attendent, et repartent d’eux-mêmes dès qu’elle est complète.',
      to: IDENTITY_PATH,
    },
    standing.brokenCalendars > 0 && {
      title: 'Réparer un agenda relié',
      why: 'Il ne répond plus : vos autres rendez-vous pourraient manquer dans Loge.',
      to: '/streamer-dashboard/availability',
    },
  ];
  return repairs.filter((repair) => repair !== false && repair !== undefined);
}

/**
 * Whether everything is there that decides how high the parts of the overview stand. Shown one by
 * one as they come, each would push those below it.
 */
export function useOverviewKnown(userId: string): boolean {
  const waits = [
    useQuery(standingQuery(userId)),
    useQuery(failedPayoutsQuery(userId)),
    useQuery(identityRequestQuery(userId)),
    useQuery(nextSessionQuery(userId, 'streamer')),
    useQuery(bookingsQuery(userId, 'streamer', 'coming', 1)),
    useQuery(awaitingQuery(userId, 'streamer')),
    useQuery(earningsQuery(userId)),
  ];
  // Once for all: a part that failed asks again when it is shown, and must not be taken away for
  // that.
  const [known, setKnown] = useState(false);
  if (!known && waits.every(({ isPending }) => !isPending)) setKnown(true);
  return known;
}

/**
 * « 3 sur 5 » until the page can be booked and paid, then what went wrong; nothing when nothing
 * waits.
 */
export function StreamerNextSteps({ userId, lit }: { userId: string; lit: boolean }) {
  const standing = useQuery(standingQuery(userId));
  const terms = useQuery(platformTermsQuery());
  const failed = useQuery(failedPayoutsQuery(userId));
  const asked = useQuery(identityRequestQuery(userId));
  useLivePayments(userId, 'streamer');
  if (standing.isPending || failed.isPending || asked.isPending) return <Skeleton className="h-40" />;
  if (standing.isError || failed.isError || asked.isError) {
    const missing = standing.isError ? standing : failed.isError ? failed : asked;
    return (
      <ErrorLine onRetry={missing.refetch} retrying={missing.isFetching}>
        Ce qu’il vous reste à faire n’a pas pu être chargé.
      </ErrorLine>
    );
  }
  const path = pathOf(standing.data, terms.data?.pending_hours ?? DEFAULT_SETTINGS.pendingHours);
  const next = path.find(({ done }) => !done);
  const repairs = repairsOf(standing.data, failed.data, asked.data);
  return (
    <>
      {repairs.length > 0 && (
        <section className="grid gap-4">
          <h2 className="text-title">À faire</h2>
          <Card padded={false}>
            <ul className="divide-y divide-line">
              {repairs.map((repair) => (
                <li key={repair.title}>
                  <StepLink {...repair} />
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {next && <BookablePath path={path} next={next} lit={lit} />}
    </>
  );
}

/**
 * The title of the path. A page that is published with an offer and hours is booked already,
 * whatever is left to do; one that is not yet says how far it is.
 */
export function pathWords(path: readonly Pick<PathStep, 'done' | 'isNeeded'>[]): {
  title: string;
  hint: string;
} {
  const done = path.filter((step) => step.done).length;
  const count = `${String(done)} sur ${String(path.length)}`;
  return path.every((step) => step.done || !step.isNeeded)
    ? {
        title: typeset(`${count} : déjà réservable`),
        hint: 'On peut réserver avec vous. Ce qui reste vous attend, sans rien bloquer.',
      }
    : {
        title: typeset(`${count} : bientôt réservable`),
        hint: typeset('Chaque étape s’enregistre au fur et à mesure : reprenez quand vous voulez.'),
      };
}

/** The way to the first booking, with the next step as its one button. */
function BookablePath({ path, next, lit }: { path: readonly PathStep[]; next: PathStep; lit: boolean }) {
  const done = path.filter((step) => step.done).length;
  const { title, hint } = pathWords(path);
  return (
    <section className="grid gap-4" aria-labelledby="bookable">
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="grid gap-1">
            <h2 id="bookable" className="text-title">
              {title}
            </h2>
            <p className="text-small text-soft">{hint}</p>
          </div>
          <ButtonLink tone={lit ? 'spot' : 'outline'} to={next.to}>
            {next.title}
          </ButtonLink>
        </div>
        <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
          {path.map((step, index) => (
            <span
              key={step.title}
              className={classNames('h-1.5 rounded-full', index < done ? 'bg-settled' : 'bg-line-strong')}
            />
          ))}
        </div>
        <ol className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
          {path.map((step) => (
            <li key={step.title}>
              {step.done ? (
                <p className="flex min-h-12 items-center gap-3 px-5 py-2 text-soft">
                  <Check aria-hidden="true" className="size-5 shrink-0 text-settled" />
                  {step.title}
                  <span className="sr-only">, fait</span>
                </p>
              ) : (
                <StepLink {...step} />
              )}
            </li>
          ))}
        </ol>
      </Card>
    </section>
  );
}

const StepLink = ({ title, why, to }: Omit<PathStep, 'done' | 'isNeeded'>) => (
  <Link to={to} className="flex min-h-16 items-center justify-between gap-4 px-5 py-3.5 hover:bg-wash">
    <span className="grid gap-0.5">
      <span className="font-semibold">{title}</span>
      <span className="text-small text-soft">{why}</span>
    </span>
    <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
  </Link>
);
