import { ratio } from '#product/insight/rules/figures.ts';
import { STATUS_LABELS } from '#product/shared/booking-statuses.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import type { Source } from '#product/shared/visit.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import { formatCount, formatMoney, formatRate, plural, typeset, zoneCity } from '#web/lib/format.ts';
import { dateText } from '#web/ui/calendar-days.ts';
import { Card } from '#web/ui/card.tsx';
import { FunnelChart } from '#web/ui/charts/funnel-chart.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import type { Platform } from './measures.ts';

/** The ways in which a place was lost: a booking's state, or why it expired or was declined. */
const LOSSES: Readonly<Record<string, string>> = {
  hold_lapsed: 'Pas payée à temps',
  hold_released: 'Libérée avant de payer',
  request_unanswered: 'Demande restée sans réponse',
  by_streamer: 'Demande refusée par le streamer',
  proposal_refused: 'Autre horaire refusé par le viewer',
  ...STATUS_LABELS,
};
const SOURCES: Readonly<Record<Source, string>> = {
  search: 'Recherche sur Loge',
  twitch: 'Twitch',
  direct: 'Adresse tapée ou favori',
  shared: 'Lien partagé',
  other: 'Autre site',
};

/** From a page that is seen to a session that takes place, and what places are lost by. */
export function Funnel({ funnel }: { funnel: Platform['funnel'] }) {
  const { views, opens, holds, paid, attended, upcoming, losses, sources, countedUntil } = funnel;
  const lost = losses[0];
  const until = countedUntil && dateText(parseLocalDate(countedUntil), { weekday: false });
  return (
    <FunnelChart
      level={2}
      title={
        lost === undefined
          ? `${plural(holds, 'place retenue', 'places retenues')}, ${plural(attended, 'tenue', 'tenues')}`
          : typeset(
              `Première perte : ${(LOSSES[lost.outcome] ?? lost.outcome).toLowerCase()}, ${plural(lost.places, 'place', 'places')} sur ${formatCount(holds)}`,
            )
      }
      note={typeset(
        `Les places comptent au jour où elles sont retenues, ${plural(upcoming, 'est encore à venir', 'sont encore à venir')}. Une personne compte une fois par page et par jour${until === null ? '' : `, jusqu’au ${until}`} ; qui refuse d’être suivi n’est pas compté, ses places le sont.`,
      )}
      steps={[
        { key: 'views', label: 'Page vue', count: views },
        { key: 'opens', label: 'Calendrier ouvert', count: opens },
        { key: 'holds', label: 'Place retenue', count: holds },
        { key: 'paid', label: 'Convenue', count: paid },
        { key: 'attended', label: 'Tenue', count: attended, settled: true },
      ]}
      action={
        <div className="grid gap-6 border-t border-line pt-4 lg:grid-cols-2">
          <Parts
            title="Où des places se perdent"
            none="Aucune place perdue"
            parts={losses.map(({ outcome, places }) => ({
              key: outcome,
              label: LOSSES[outcome] ?? outcome,
              part: ratio(places, holds) ?? 0,
              said: formatCount(places),
            }))}
          />
          <Parts
            title="D’où viennent les places convenues"
            none="Aucune place convenue"
            parts={sources
              .filter(({ paid: agreed }) => agreed > 0)
              .map(({ source, paid: agreed }) => ({
                key: source ?? 'unknown',
                label: source === null ? 'Provenance non comptée' : SOURCES[source],
                part: ratio(agreed, paid) ?? 0,
                said: formatCount(agreed),
              }))}
          />
        </div>
      }
    />
  );
}

interface Part {
  key: string;
  label: string;
  /** From 0 to 1. */
  part: number;
  said: string;
  to?: string;
}

/** Parts of a whole as bars, with their share; it reads aloud as it stands. */
function Parts({ title, none, parts }: { title: string; none: string; parts: readonly Part[] }) {
  return (
    <div className="num grid content-start gap-3 text-small">
      <h3 className="text-kicker text-muted">{title}</h3>
      {parts.length === 0 && <p className="text-soft">{none}</p>}
      <ul className="grid gap-2">
        {parts.map(({ key, label, part, said, to }) => (
          <li key={key} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-4">
              {to ? (
                <TextLink to={to} className="tappable inline-flex min-w-0 items-center">
                  {label}
                </TextLink>
              ) : (
                <span className="min-w-0">{label}</span>
              )}
              <span className="whitespace-nowrap">
                <b>{said}</b> <span className="text-muted">{formatRate(Math.round(part * 1000) / 1000)}</span>
              </span>
            </span>
            <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full bg-series-rest"
                style={{ width: `${Math.max(0, Math.min(1, part)) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How much of the streamers' revenue the first ten have. */
export function Concentration({ concentration }: Pick<Platform, 'concentration'>) {
  const { streamers, netCents, top } = concentration;
  const ofTop = ratio(
    top.reduce((sum, each) => sum + each.netCents, 0),
    netCents,
  );
  return (
    <Card className="grid content-start gap-4">
      <div className="grid gap-1">
        <h2 className="text-title text-balance">
          {ofTop === null
            ? 'Pas encore de revenu à répartir'
            : streamers <= top.length
              ? `${plural(streamers, 'streamer se partage', 'streamers se partagent')} les revenus de la période`
              : `Dix streamers sur ${formatCount(streamers)} font ${formatRate(ofTop)} des revenus`}
        </h2>
        <p className="text-kicker text-muted">
          Net des streamers dans le grand livre, pour les sessions de la période, à l’heure de chacun.
        </p>
      </div>
      <Parts
        title="Les premiers"
        none="Personne dans cette période"
        parts={top.map(({ streamerId, name, netCents: cents }) => ({
          key: streamerId,
          label: name,
          part: ratio(cents, netCents) ?? 0,
          said: formatMoney(cents),
          to: `/admin-dashboard/streamers?streamer=${streamerId}`,
        }))}
      />
    </Card>
  );
}

const DEVICES = { phone: 'Téléphone', tablet: 'Tablette', computer: 'Ordinateur' } as const;

/**
 * From where people book, and with what they look: as far as it is known, and what is not counted.
 */
export function Places({ zones, devices }: Pick<Platform, 'zones' | 'devices'>) {
  const payments = zones.reduce((sum, zone) => sum + zone.payments, 0);
  const views = devices.reduce((sum, device) => sum + device.views, 0);
  const [first] = zones;
  return (
    <Card className="grid content-start gap-6">
      <div className="grid gap-1">
        <h2 className="text-title text-balance">
          {first === undefined
            ? 'D’où et avec quoi l’on vient'
            : typeset(
                `Heure de ${zoneCity(first.zone)} : ${formatRate(ratio(first.payments, payments) ?? 0)} des paiements`,
              )}
        </h2>
        <p className="text-kicker text-muted">
          {typeset(
            'La ville est celle du fuseau de l’appareil à la réservation, pas une adresse. L’appareil est celui que le navigateur annonce en regardant une page : rien ne le relie à une réservation, et qui refuse d’être compté n’y est pas.',
          )}
        </p>
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Parts
          title="Volume par ville du fuseau"
          none="Aucun paiement"
          parts={zones.map(({ zone, capturedCents, payments: count }) => ({
            key: zone,
            label: zoneCity(zone),
            part: ratio(count, payments) ?? 0,
            said: formatMoney(capturedCents),
          }))}
        />
        <Parts
          title="Pages vues par appareil"
          none="Aucune visite comptée"
          parts={devices.map(({ device, views: count }) => ({
            key: device ?? 'unknown',
            label: device === null ? 'Avant que l’appareil soit compté' : DEVICES[device],
            part: ratio(count, views) ?? 0,
            said: formatCount(count),
          }))}
        />
      </div>
    </Card>
  );
}

const COLUMNS: readonly Column<Platform['categories'][number]>[] = [
  {
    key: 'category',
    header: 'Catégorie',
    heading: true,
    place: 'start',
    cell: ({ category }) => (
      <TextLink
        to={`/browse?category=${category}`}
        className="tappable -my-3 inline-flex items-center font-semibold"
      >
        {categoryName(category)}
      </TextLink>
    ),
  },
  {
    key: 'volume',
    header: 'Volume',
    align: 'end',
    place: 'end',
    cell: ({ capturedCents }) => formatMoney(capturedCents),
  },
  { key: 'sessions', header: 'Tenues', align: 'end', cell: ({ sessions }) => formatCount(sessions) },
  {
    key: 'holds',
    header: 'Places',
    align: 'end',
    place: 'below',
    cell: ({ holds }) => plural(holds, 'place', 'places'),
  },
  {
    key: 'streamers',
    header: 'Streamers publiés',
    align: 'end',
    cell: ({ streamers }) => formatCount(streamers),
  },
  {
    key: 'each',
    header: 'Places par streamer',
    align: 'end',
    place: 'below-end',
    cell: ({ holds, streamers }) => {
      const each = ratio(holds, streamers);
      return each === null ? '–' : formatCount(Math.round(each * 10) / 10);
    },
  },
];

/** The sums of each category, beside the streamers who offer it today. */
export function Categories({ categories }: Pick<Platform, 'categories'>) {
  const wanting = categories.filter(({ holds, streamers }) => holds > 0 && streamers === 0);
  return (
    <Card padded={false}>
      <div className="grid gap-1 p-5 sm:p-6">
        <h2 className="text-title text-balance">
          {wanting.length > 0
            ? `${plural(wanting.length, 'catégorie demandée n’a plus', 'catégories demandées n’ont plus')} de streamer`
            : 'L’offre et la demande par catégorie'}
        </h2>
        <p className="text-kicker text-muted">
          Un streamer compte dans chacune de ses catégories. Les plus gros volumes d’abord.
        </p>
      </div>
      <Table
        caption="Catégories"
        columns={COLUMNS}
        rows={categories}
        rowKey={({ category }) => category}
        lines
      />
    </Card>
  );
}
