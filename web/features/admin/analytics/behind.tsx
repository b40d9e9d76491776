import { useQuery } from '@tanstack/react-query';
import { type ListedFigure, listBehind } from '#product/insight/analytics-contract.ts';
import type { Days } from '#product/insight/rules/period.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListColumn } from '#web/features/admin/list.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { capitalised, formatCount, formatDuration, formatMoney, plural } from '#web/lib/format.ts';
import { personPage } from '#web/lib/paths.ts';
import { dateText, spanText } from '#web/ui/calendar-days.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type Measure, platformQuery, wait } from './measures.ts';

type Row = ResponseOf<typeof listBehind>['rows'][number];

/**
 * How the rows of a figure read: what one is, what its day and its value say, and what it opens.
 */
interface Listing {
  noun: { one: string; many: string; feminine?: boolean };
  day: string | null;
  value: string;
  format: (value: number) => string;
  /** Of the value's whole: of the open hours beside the booked ones. */
  whole?: string;
  /** Whether a row names who came and with whom. */
  names?: boolean;
  to: (subject: string) => string;
}

const payment = (id: string) => `/admin-dashboard/payments?payment=${id}`;
const session = (id: string) => `/admin-dashboard/sessions?days=all&session=${id}`;
const streamer = (id: string) => `/admin-dashboard/streamers?streamer=${id}`;

const sessions = (count: number) => plural(count, 'session', 'sessions');
const hours = (minutes: number) => formatDuration(Math.round(minutes));

const LISTINGS: Readonly<Record<ListedFigure, Listing>> = {
  volume: {
    noun: { one: 'paiement', many: 'paiements' },
    ...{ day: 'Jour', value: 'Payé', format: formatMoney, names: true, to: payment },
  },
  commission: {
    noun: { one: 'mouvement', many: 'mouvements' },
    ...{ day: 'Jour', value: 'Commission', format: formatMoney, names: true, to: payment },
  },
  refunds: {
    noun: { one: 'remboursement', many: 'remboursements' },
    ...{ day: 'Jour', value: 'Remboursé', format: formatMoney, names: true, to: payment },
  },
  disputes: {
    noun: { one: 'litige', many: 'litiges' },
    ...{ day: 'Ouvert le', value: 'Contesté', format: formatMoney, names: true, to: payment },
  },
  sessions: {
    noun: { one: 'session', many: 'sessions', feminine: true },
    day: 'Jour',
    value: 'Places',
    format: (value) => plural(value, 'place', 'places'),
    names: true,
    to: session,
  },
  streamers: {
    noun: { one: 'streamer', many: 'streamers' },
    ...{ day: 'Dernière session', value: 'Sessions tenues', format: sessions, to: streamer },
  },
  viewers: {
    noun: { one: 'viewer', many: 'viewers' },
    ...{ day: 'Dernière session', value: 'Sessions', format: sessions, to: personPage },
  },
  returning: {
    noun: { one: 'viewer', many: 'viewers' },
    ...{ day: 'Dernière session', value: 'Sessions', format: sessions, to: personPage },
  },
  first: {
    noun: { one: 'viewer', many: 'viewers' },
    ...{ day: 'Première place', value: 'Depuis l’inscription', format: wait, to: personPage },
  },
  liquidity: {
    noun: { one: 'place', many: 'places', feminine: true },
    ...{ day: 'Retenue le', value: 'Prix', format: formatMoney, names: true, to: session },
  },
  filled: {
    noun: { one: 'streamer', many: 'streamers' },
    ...{ day: null, value: 'Réservé', format: hours, whole: 'Ouvert', to: streamer },
  },
};

const dayOf = ({ day }: Row): string =>
  day === null ? '' : dateText(parseLocalDate(day), { weekday: false, month: 'short', year: true });

function columnsOf({ day, value, format, whole, names }: Listing): ListColumn<Row>[] {
  return [
    {
      key: 'title',
      header: names ? 'Session' : 'Nom',
      heading: true,
      place: 'start',
      cell: ({ title }) => title || 'Compte supprimé',
    },
    ...(day === null
      ? []
      : [{ key: 'day', header: day, sortable: true, place: 'below', cell: dayOf } satisfies ListColumn<Row>]),
    ...(names
      ? [
          {
            key: 'viewer',
            header: 'Viewer',
            cell: ({ viewer }) => viewer ?? '–',
          } satisfies ListColumn<Row>,
          {
            key: 'streamer',
            header: 'Streamer',
            cell: ({ streamer }) => streamer ?? 'Compte supprimé',
          } satisfies ListColumn<Row>,
        ]
      : []),
    ...(whole === undefined
      ? []
      : [
          {
            key: 'whole',
            header: whole,
            align: 'end',
            place: 'below-end',
            cell: ({ whole }) => format(whole ?? 0),
          } satisfies ListColumn<Row>,
        ]),
    {
      key: 'value',
      header: value,
      align: 'end',
      place: 'end',
      sortable: true,
      cell: ({ value }) => format(value),
    },
  ];
}

const listOf = (figure: ListedFigure, { noun, day }: Listing, { first, last }: Days) =>
  adminList({
    name: `behind-${figure}-${first}-${last}`,
    caption: capitalised(noun.many),
    noun,
    search: { label: 'Rechercher dans la liste', placeholder: 'Un titre, un nom…' },
    filters: {},
    sorts: day === null ? ['value', 'day'] : ['day', 'value'],
    rows: (_, { patterns, sort }) => ({
      range: (from, to) => ({
        abortSignal: async () => {
          const { rows, count } = await callCommand(listBehind, {
            figure,
            days: { first, last },
            words: patterns,
            sort: sort.key,
            ascending: sort.direction === 'ascending',
            offset: from,
            limit: to - from + 1,
          });
          return { data: rows, count, error: null };
        },
      }),
    }),
    nothing: {
      title: 'Rien derrière ce chiffre',
      description: 'Il n’y a rien de tel ces jours-là, ou rien qui porte ces mots.',
      all: 'Voir toute la liste',
    },
  });

interface BehindProps {
  measure: Measure & { key: ListedFigure };
  days: Days;
}

/** The rows that a figure is made of over some days, with the figure as it stands above them. */
export function Behind({ measure, days }: BehindProps) {
  const { key, label, definition, of, format } = measure;
  const listing = LISTINGS[key];
  const { data } = useQuery(platformQuery({ ...days, before: null, step: 'month' }));
  const value = data && of(data.now);
  return (
    <>
      <PageHeader
        back={{ to: `/admin-dashboard/analytics?figure=${key}`, label: 'Statistiques' }}
        title={label}
        description={definition}
      />
      <p className="num mb-4 text-small text-soft">
        {capitalised(spanText(days))}
        {data && (
          <>
            {'\u00a0: '}
            <b className="text-ink">
              {value === null || value === undefined ? 'rien à compter' : format(value)}
            </b>
            {key === 'refunds' && `, ${formatMoney(data.now.refundedCents)} remboursés`}
            {key === 'disputes' &&
              `, pour ${plural(data.now.payments, 'paiement débité', 'paiements débités')}`}
            {key === 'returning' && `, sur ${plural(data.now.viewers, 'viewer', 'viewers')}`}
            {key === 'liquidity' &&
              `, pour ${formatCount(data.now.searchers)} ${data.now.searchers > 1 ? 'personnes qui ont cherché' : 'personne qui a cherché'}`}
          </>
        )}
      </p>
      <AdminList
        list={listOf(key, listing, days)}
        columns={columnsOf(listing)}
        to={({ subject }) => (subject === null ? '/admin-dashboard/analytics' : listing.to(subject))}
      />
    </>
  );
}
