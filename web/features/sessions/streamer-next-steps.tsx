import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { BOOKINGS_KEY, bookingsQuery, nextSessionQuery } from '#web/entities/booking/queries.ts';
import {
  afterSession,
  failedPayoutsQuery,
  platformTermsQuery,
  useLivePayments,
} from '#web/entities/payment/payment.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Standing {
  requests: number;
  headline: string;
  bio: string;
  categories: string[];
  publishedAt: string | null;
  offers: number;
  hours: number;
  payoutsEnabled: boolean;
  brokenCalendars: number;
}

/** What decides about a streamer's next steps. */
const standingQuery = (userId: string) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, userId, 'standing'],
    queryFn: async ({ signal }): Promise<Standing> => {
      const { supabase } = await loadClient();
      const requests = supabase
        .from('bookings')
        .select('id', { count: 'exact', head: true })
        .eq('streamer_id', userId)
        .eq('status', 'requested')
        .is('proposed_start_at', null)
        .abortSignal(signal)
        .throwOnError();
      const streamer = supabase
        .from('streamers')
        .select(
          'headline,bio,categories,published_at,offers(is_active,archived_at),weekly_hours(id),payout_accounts(payouts_enabled),calendars(state)',
        )
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      const [{ count }, { data: row }] = await Promise.all([requests, streamer]);
      return {
        requests: count ?? 0,
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

interface NextStep {
  title: string;
  why: string;
  to: string;
}

/** The three things to do next, the most pressing first. */
function nextStepsOf(standing: Standing, failedCents: number, pendingHours: number): NextStep[] {
  const steps: (NextStep | false)[] = [
    standing.requests > 0 && {
      title: `Répondre à ${plural(standing.requests, 'demande', 'demandes')}`,
      why: 'Sans réponse à temps, une demande s’éteint et le viewer n’est pas débité.',
      to: '/streamer-dashboard/bookings',
    },
    failedCents > 0 && {
      title: 'Vérifier votre compte bancaire',
      why: `Un versement de ${formatMoney(failedCents)} n’est pas arrivé. La somme est dans votre solde et repart avec le prochain versement.`,
      to: '/streamer-dashboard/settings?tab=payouts',
    },
    standing.brokenCalendars > 0 && {
      title: 'Réparer un agenda relié',
      why: 'Il ne répond plus : vos autres rendez-vous pourraient manquer dans Loge.',
      to: '/streamer-dashboard/availability',
    },
    (standing.headline === '' || standing.bio === '' || standing.categories.length === 0) && {
      title: 'Compléter votre page',
      why: 'Une accroche, une présentation et une catégorie : c’est ce que lit un viewer avant de réserver.',
      to: '/streamer-dashboard/settings',
    },
    standing.offers === 0 && {
      title: 'Créer une première offre',
      why: 'Une durée, un prix, ce que l’on y fait.',
      to: '/streamer-dashboard/settings',
    },
    standing.hours === 0 && {
      title: 'Ouvrir vos premières heures',
      why: 'Sans heures ouvertes, aucun créneau n’est proposé.',
      to: '/streamer-dashboard/availability',
    },
    standing.publishedAt === null && {
      title: 'Publier votre page',
      why: 'Elle n’est visible que de vous pour l’instant.',
      to: '/streamer-dashboard/settings',
    },
    !standing.payoutsEnabled && {
      title: 'Dire où verser vos revenus',
      why: `Les fonds retenus deviennent disponibles ${afterSession(pendingHours)}, puis partent chaque lundi.`,
      to: '/streamer-dashboard/settings',
    },
  ];
  return steps.filter((step) => step !== false).slice(0, 3);
}

/**
 * Whether everything is there that decides how high the parts of the overview stand. Shown one by one as they come, each would push
 * those below it.
 */
export function useOverviewKnown(userId: string): boolean {
  const waits = [
    useQuery(standingQuery(userId)),
    useQuery(failedPayoutsQuery(userId)),
    useQuery(nextSessionQuery(userId, 'streamer')),
    useQuery(bookingsQuery(userId, 'streamer', 'coming', 1)),
  ];
  return waits.every(({ isPending }) => !isPending);
}

/** The three things to do next, or that there is nothing to do. */
export function StreamerNextSteps({ userId }: { userId: string }) {
  const standing = useQuery(standingQuery(userId));
  const terms = useQuery(platformTermsQuery());
  const failed = useQuery(failedPayoutsQuery(userId));
  useLivePayments(userId, 'streamer');
  if (standing.isPending || failed.isPending) return <Skeleton className="h-40" />;
  if (standing.isError || failed.isError) {
    const missing = standing.isError ? standing : failed;
    return (
      <ErrorLine onRetry={missing.refetch} retrying={missing.isFetching}>
        Ce qu’il vous reste à faire n’a pas pu être chargé.
      </ErrorLine>
    );
  }
  const failedCents = failed.data.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const steps = nextStepsOf(
    standing.data,
    failedCents,
    terms.data?.pending_hours ?? DEFAULT_SETTINGS.pendingHours,
  );
  return (
    <section className="grid gap-4">
      <h2 className="text-title">À faire</h2>
      {steps.length === 0 ? (
        <p className="text-soft">Rien ne vous attend. Votre page est publiée et vos heures sont ouvertes.</p>
      ) : (
        <Card padded={false}>
          <ol className="divide-y divide-line">
            {steps.map(({ title, why, to }) => (
              <li key={title}>
                <Link
                  to={to}
                  className="flex min-h-16 items-center justify-between gap-4 px-5 py-3.5 hover:bg-wash"
                >
                  <span className="grid gap-0.5">
                    <span className="font-semibold">{title}</span>
                    <span className="text-small text-soft">{why}</span>
                  </span>
                  <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
                </Link>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </section>
  );
}
