import { useQuery } from '@tanstack/react-query';
import { LEAST_PEOPLE } from '#product/insight/rules/advice.ts';
import { cellOf, hourOfCell, weekdayOfCell } from '#product/insight/rules/week-cells.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { languageName } from '#web/entities/catalogue/catalogue.ts';
import { capitalised, formatDuration, formatMoney, plural, typeset } from '#web/lib/format.ts';
import { type HeatCell, HeatGrid } from '#web/ui/charts/heat-grid.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { weekHourText } from '#web/ui/wall-text.ts';
import { stateOf } from './funnel-section.tsx';
import { type Days, type Demand, demandQuery } from './visit-queries.ts';

type Advice = Demand['advice'][number];

interface DemandSectionProps {
  userId: string;
  days: Days;
  offers: readonly { id: string; title: string }[];
}

/** The week as it is open, booked and asked for, and what follows from it. */
export function DemandSection({ userId, days, offers }: DemandSectionProps) {
  const { data, error, refetch, isRefetching } = useQuery(demandQuery(userId, days));
  const cells = data ? cellsOf(data) : [];
  const advised = data?.advice ?? [];
  // The finding of the title has its button beside the hour that is read first.
  const titled = titleAdvice(advised);
  const rest = advised.filter((advice) => advice !== titled || advice.kind !== 'open_hours');
  return (
    <HeatGrid
      level={2}
      title={titleOf(advised, offers)}
      note={typeset(
        'Cherché : un jour complet que l’on regarde, une recherche en soirée ou le week-end qui vous écarte, une alerte posée. Toujours au moins autant de personnes différentes, un même jour.',
      )}
      state={
        stateOf(data, error, () => void refetch(), isRefetching) ??
        (cells.length === 0
          ? {
              kind: 'empty',
              text: (
                <>
                  Vos heures ouvertes, réservées et cherchées se liront ici.
                  <ButtonLink to={HOURS}>Ouvrir mes premières heures</ButtonLink>
                </>
              ),
            }
          : undefined)
      }
      cells={cells}
      first={firstOf(advised)}
      legend={{
        veil: 'ouvert',
        light: 'réservé',
        ring: `cherché par ${String(LEAST_PEOPLE)} personnes ou plus`,
      }}
      cellAction={(cell) =>
        !cell.veil && cell.ring ? (
          <ButtonLink size="sm" to={openHour(cellOf(cell.weekday as Weekday, cell.hour))}>
            Ouvrir cette heure
          </ButtonLink>
        ) : null
      }
      action={rest.length > 0 && <AdviceList advised={rest} offers={offers} />}
    />
  );
}

const HOURS = '/streamer-dashboard/availability';
const OFFERS = '/streamer-dashboard/offers';

/** The hours page with this hour painted. */
const openHour = (cell: number): string => `${HOURS}?open=${weekdayOfCell(cell)}-${hourOfCell(cell)}`;

/** From the first to the last hour of the day that holds anything. */
function cellsOf({ hours }: Demand): HeatCell[] {
  const matters = hours.flatMap(({ open, sessions, asked }, cell) =>
    open > 0 || sessions > 0 || asked > 0 ? [hourOfCell(cell)] : [],
  );
  const [first, last] = [Math.min(...matters), Math.max(...matters)];
  const most = Math.max(1, ...hours.map(({ sessions }) => sessions));
  return hours.flatMap(({ open, sessions, asked, people }, cell) => {
    const hour = hourOfCell(cell);
    if (hour < first || hour > last) return [];
    const said = [
      open >= 30 ? 'ouvert' : 'fermé',
      sessions > 0 ? plural(sessions, 'session', 'sessions') : null,
      asked > 0 ? `cherché ${String(asked)} fois` : null,
      people >= LEAST_PEOPLE ? `par ${String(people)} personnes au moins` : null,
    ];
    return [
      {
        weekday: weekdayOfCell(cell),
        hour,
        veil: open >= 30,
        light: sessions / most,
        ring: people >= LEAST_PEOPLE,
        text: said.filter((part) => part !== null).join(', '),
      },
    ];
  });
}

const titleAdvice = (advised: readonly Advice[]) =>
  advised.find((advice) => advice.kind === 'open_hours' || advice.kind === 'full_hours');

/** The hour that the title is about. */
function firstOf(advised: readonly Advice[]): { weekday: number; hour: number } | undefined {
  const advice = titleAdvice(advised);
  return advice && { weekday: weekdayOfCell(advice.cell), hour: hourOfCell(advice.cell) };
}

function titleOf(advised: readonly Advice[], offers: DemandSectionProps['offers']): string {
  const first = titleAdvice(advised);
  if (!first) return 'Ce que l’on cherche chez vous, et quand';
  return sentenceOf(first, offers).replace(/\.$/, '');
}

/**
 * Describes a rule's finding in a sentence. The number of people is that of the fullest day, and
 * therefore a minimum.
 */
function sentenceOf(advice: Advice, offers: DemandSectionProps['offers']): string {
  const people = plural(advice.people, 'personne', 'personnes');
  const titled = (id: string) => `« ${offers.find((offer) => offer.id === id)?.title ?? 'Offre fermée'} »`;
  const hour = (cell: number) => capitalised(weekHourText(weekdayOfCell(cell), hourOfCell(cell)));
  const sentence = () => {
    switch (advice.kind) {
      case 'open_hours':
        return `${hour(advice.cell)} : ${people} ont cherché, rien n’est ouvert.`;
      case 'full_hours':
        return `${hour(advice.cell)} : ${people} ont cherché, vos places étaient prises.`;
      case 'lower_price':
        return `${people} ont cherché à ${formatMoney(advice.askedCents)} au plus, votre offre la moins chère est à ${formatMoney(advice.leastCents)}.`;
      case 'speak_language':
        return `${people} ont cherché une session en ${languageName(advice.language).toLowerCase()}.`;
      case 'add_duration':
        return `${people} ont cherché une session de ${formatDuration(advice.minutes)}, vous n’en avez pas.`;
      case 'shorten_notice':
        return `${people} ont trouvé un calendrier où tout était trop proche : votre délai est de ${formatDuration(advice.noticeMinutes)}.`;
      case 'rarely_held':
        return `${titled(advice.offerId)} : ${plural(advice.opens, 'calendrier ouvert', 'calendriers ouverts')}, ${plural(advice.holds, 'place retenue', 'places retenues')}.`;
      case 'waiting':
        return `${titled(advice.offerId)} : ${people} attendent qu’une place se libère.`;
      case 'no_shows':
        return `${plural(advice.absent, 'place payée', 'places payées')} sur ${String(advice.due)} sans que le viewer vienne.`;
    }
  };
  return typeset(sentence());
}

/** Where one does something about it. */
function actionOf(advice: Advice): { to: string; label: string } {
  switch (advice.kind) {
    case 'open_hours':
      return { to: openHour(advice.cell), label: 'Ouvrir cette heure' };
    case 'full_hours':
      return { to: OFFERS, label: 'Ajouter des places' };
    case 'lower_price':
      return { to: OFFERS, label: 'Revoir mes prix' };
    case 'speak_language':
      return { to: '/streamer-dashboard/settings', label: 'Mes langues' };
    case 'add_duration':
      return { to: `${OFFERS}&offer=new&minutes=${String(advice.minutes)}`, label: 'Créer cette offre' };
    case 'shorten_notice':
      return { to: HOURS, label: 'Réduire mon délai' };
    case 'rarely_held':
      return { to: `${OFFERS}&offer=${advice.offerId}`, label: 'Revoir cette offre' };
    case 'waiting':
      return { to: HOURS, label: 'Ouvrir des heures' };
    case 'no_shows':
      return { to: '/streamer-dashboard/bookings?tab=past', label: 'Voir ces sessions' };
  }
}

function AdviceList({
  advised,
  offers,
}: {
  advised: readonly Advice[];
  offers: DemandSectionProps['offers'];
}) {
  return (
    <div className="border-t border-line pt-4">
      <h3 className="text-kicker text-muted">Ce que vous pouvez en faire</h3>
      <ul className="mt-1 grid">
        {advised.map((advice) => {
          const { to, label } = actionOf(advice);
          return (
            <li
              key={JSON.stringify(advice)}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line py-2 not-first:border-t sm:gap-y-2 sm:py-3"
            >
              <p className="num min-w-0 flex-[1_1_16rem] text-small">{sentenceOf(advice, offers)}</p>
              <ButtonLink size="sm" to={to}>
                {label}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
