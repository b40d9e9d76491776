import { useQuery } from '@tanstack/react-query';
import { type FunnelCounts, weakestStep } from '#product/insight/rules/weakest-step.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { SOURCES, type Source } from '#product/shared/visit.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatCount, formatRate, plural, typeset } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import type { ChartState } from '#web/ui/charts/chart-frame.tsx';
import { FunnelChart } from '#web/ui/charts/funnel-chart.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Days, type Funnel, funnelQuery } from './visit-queries.ts';

const SOURCE_TEXT: Readonly<Record<Source, string>> = {
  search: 'Recherche sur Loge',
  twitch: 'Twitch',
  direct: 'Adresse tapée ou favori',
  shared: 'Lien partagé',
  other: 'Autre site',
};
/** Bookings whose source is unknown. */
const UNKNOWN = 'Provenance non comptée';

const BOOKINGS = '/streamer-dashboard/bookings';

interface FunnelSectionProps {
  userId: string;
  days: Days;
  /** Of one offer only: its steps begin with its calendar. Null: of all. */
  offerId: string | null;
  zone: string;
}

/**
 * From seeing a profile to a session held, by where people came from. The source is part of the
 * address.
 */
export function FunnelSection({ userId, days, offerId, zone }: FunnelSectionProps) {
  const { params, change } = useAddress();
  const { data, error, refetch, isRefetching } = useQuery(funnelQuery(userId, days));
  const source = SOURCES.find((each) => each === params.get('source')) ?? null;
  // An offer's steps are counted whatever the source: of one offer and one source there are too few
  // people to be nobody.
  const counts = data && countsOf(data, offerId, source);
  const { views, opens, holds, paid, attended } = counts ?? NONE;
  return (
    <FunnelChart
      level={2}
      folds
      title={counts ? titleOf(counts, offerId !== null) : ''}
      note={data && <Note data={data} zone={zone} />}
      state={stateOf(data, error, () => void refetch(), isRefetching)}
      controls={
        offerId === null && (
          <Select
            aria-label="Provenance"
            className="w-full max-sm:order-last sm:w-60"
            value={source ?? ''}
            options={[
              { value: '', label: 'Toutes les provenances' },
              ...SOURCES.map((value) => ({ value, label: SOURCE_TEXT[value] })),
            ]}
            onChange={({ target }) => change({ source: target.value || null })}
          />
        )
      }
      steps={[
        ...(offerId === null ? [{ key: 'views', label: 'Profil vu', count: views }] : []),
        { key: 'opens', label: 'Calendrier ouvert', count: opens },
        { key: 'holds', label: 'Place retenue', count: holds },
        { key: 'paid', label: 'Payée', count: paid, to: BOOKINGS },
        { key: 'attended', label: 'Tenue', count: attended, settled: true, to: `${BOOKINGS}?tab=past` },
      ]}
      action={data && offerId === null && source === null && <Sources data={data} />}
    />
  );
}

const NONE: FunnelCounts = { views: 0, opens: 0, holds: 0, paid: 0, attended: 0, upcoming: 0 };

function countsOf({ total, sources, offers }: Funnel, offerId: string | null, source: Source | null) {
  if (offerId !== null) return offers.find((each) => each.offerId === offerId) ?? NONE;
  if (source !== null) return sources.find((each) => each.source === source) ?? NONE;
  return total;
}

function titleOf(counts: FunnelCounts, ofOffer: boolean): string {
  const weakest = weakestStep(ofOffer ? { ...counts, views: 0 } : counts);
  const went = weakest?.went ?? 0;
  const of = formatCount(weakest?.of ?? 0);
  switch (weakest?.after) {
    case 'views':
      return `Sur ${of} visiteurs, ${formatCount(went)} ouvrent votre calendrier`;
    case 'opens':
      return `${of} calendriers ouverts, ${plural(went, 'place retenue', 'places retenues')}`;
    case 'holds':
      return `Sur ${of} places retenues, ${plural(went, 'est payée', 'sont payées')}`;
    case 'paid':
      return `Sur ${of} places payées, ${plural(went, 'a été tenue', 'ont été tenues')}`;
    default:
      return ofOffer || counts.views === 0
        ? `${plural(counts.holds, 'place retenue', 'places retenues')}, ${plural(counts.attended, 'tenue', 'tenues')}`
        : `De ${plural(counts.views, 'visiteur', 'visiteurs')} à ${plural(counts.attended, 'place tenue', 'places tenues')}`;
  }
}

/** Explains the counted numbers, and which cannot be counted. */
function Note({ data, zone }: { data: Funnel; zone: string }) {
  const until = data.countedUntil && dateText(parseLocalDate(data.countedUntil), { weekday: false });
  const days = `${until === null ? '' : `, jusqu’au ${until}`}${zone === 'Europe/Paris' ? '' : ', en jours de Paris'}`;
  return typeset(
    `Un visiteur compte une fois par jour${days}. Les visites de qui refuse d’être suivi ne sont pas comptées ; leurs réservations le sont.`,
  );
}

export function stateOf(
  data: { countedUntil: string | null } | undefined,
  error: Error | null,
  onRetry: () => void,
  retrying: boolean,
): ChartState | undefined {
  if (data) return undefined;
  if (error) return { kind: 'error', text: errorText(error), onRetry, retrying };
  return { kind: 'loading' };
}

/**
 * Where those came from who saw the page, and those who took a place: the same figures by source,
 * the most visitors first.
 */
function Sources({ data }: { data: Funnel }) {
  const rows = data.sources.toSorted((a, b) => b.views - a.views || b.holds - a.holds);
  if (rows.length === 0) return null;
  const cell = 'py-2.5 pl-3 text-end';
  return (
    <div className="border-t border-line pt-4">
      <h3 className="text-kicker text-muted">D’où ils viennent</h3>
      <table className="num mt-1 w-full text-small">
        <caption className="sr-only">Visiteurs et places par provenance</caption>
        <thead className="text-kicker text-muted">
          <tr>
            <th scope="col" className="sr-only">
              Provenance
            </th>
            <th scope="col" className={cell}>
              Vu
            </th>
            <th scope="col" className={`${cell} max-sm:hidden`}>
              Calendrier
            </th>
            <th scope="col" className={cell}>
              Retenu
            </th>
            <th scope="col" className={cell}>
              Tenu
            </th>
            <th scope="col" className={`${cell} max-sm:hidden`}>
              Tenu sur vu
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ source, views, opens, holds, attended }) => (
            <tr key={source ?? 'unknown'} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-normal text-soft">
                {source ? SOURCE_TEXT[source] : UNKNOWN}
              </th>
              <td className={cell}>{source ? formatCount(views) : '–'}</td>
              <td className={`${cell} max-sm:hidden`}>{source ? formatCount(opens) : '–'}</td>
              <td className={cell}>{formatCount(holds)}</td>
              <td className={cell}>{formatCount(attended)}</td>
              <td className={`${cell} max-sm:hidden`}>{views > 0 ? formatRate(attended / views) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
