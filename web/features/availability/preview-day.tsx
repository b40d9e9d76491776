import type { previewDay } from '#product/availability/contract.ts';
import type { StreamerRules } from '#product/availability/rules/availability.ts';
import type { ClosedReason } from '#product/availability/rules/check-availability.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { noticeText } from '#web/entities/offer/rule-options.ts';
import type { DayKind } from '#web/features/availability/day-kind.ts';
import { windowText } from '#web/features/availability/rule-options.ts';
import { formatTime, plural, typeset } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

export type PreviewStart = ResponseOf<typeof previewDay>['starts'][number];

/** Starts in a row with the same answer. Free ones have no reason. */
interface Segment {
  reason: ClosedReason | null;
  starts: string[];
}

/** The day cut where the answer changes. */
export function segmentsOf(starts: readonly PreviewStart[]): Segment[] {
  const segments: Segment[] = [];
  for (const { start, reason } of starts) {
    const last = segments.at(-1);
    if (last && last.reason === reason) last.starts.push(start);
    else segments.push({ reason, starts: [start] });
  }
  return segments;
}

/**
 * Why nothing is free that day: the most common reason within the hours, or that there are none;
 * null when something is free.
 */
export function mainReason(starts: readonly PreviewStart[]): ClosedReason | null {
  if (starts.some(({ free }) => free)) return null;
  const counts = new Map<ClosedReason, number>();
  for (const { reason } of starts) {
    if (reason !== null && reason !== 'outside_hours') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([, a], [, b]) => b - a);
  return commonest?.[0] ?? 'outside_hours';
}

interface PreviewDayProps {
  starts: readonly PreviewStart[];
  zone: string;
  rules: StreamerRules;
  day: DayKind;
}

/** Why a day without hours has none. */
function dayClosedText(day: DayKind): string {
  if (day.kind === 'absent') return 'Vous êtes absent ce jour-là.';
  if (day.kind === 'closed') return 'Vous avez fermé cette date.';
  if (day.kind === 'holiday') return `Jour férié (${day.holiday ?? ''}) : vous les fermez.`;
  return day.ranges.length === 0
    ? 'Vous n’avez pas d’heures ce jour-là de la semaine.'
    : 'Vos heures sont trop courtes pour cette session.';
}

/**
 * How many starts there are, and the day from morning to night: free starts as viewers see them,
 * closed ones with their reason.
 */
export function PreviewDay({ starts, zone, rules, day }: PreviewDayProps) {
  const free = starts.filter((start) => start.free).length;
  const main = mainReason(starts);
  const why = (reason: ClosedReason) =>
    reason === 'outside_hours' && day.ranges.length === 0
      ? dayClosedText(day)
      : closedReasonText(reason, rules);
  const segments = segmentsOf(starts);
  return (
    <div className="grid gap-4">
      <p aria-live="polite" className="text-small">
        <b className="font-semibold">
          {free === 0 ? 'Aucun créneau' : plural(free, 'créneau libre', 'créneaux libres')}
        </b>
        {main !== null && (
          <>
            <br />
            <span className="text-soft">
              {typeset(main === 'outside_hours' ? dayClosedText(day) : closedReasonText(main, rules))}
            </span>
          </>
        )}
      </p>
      {segments.length > 0 && (
        <ol aria-label="La journée, créneau par créneau" className="num grid gap-3 border-t border-line pt-4">
          {segments.map((segment) => (
            <li key={segment.starts[0]}>
              {segment.reason === null ? (
                <FreeStarts starts={segment.starts} zone={zone} />
              ) : (
                <p
                  className={classNames(
                    'grid grid-cols-[7.25rem_1fr] gap-3 text-kicker',
                    segment.reason === 'outside_hours' ? 'text-muted' : 'text-soft',
                  )}
                >
                  <span>{spanText(segment, zone)}</span>
                  <span>{typeset(why(segment.reason))}</span>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function spanText({ starts }: Segment, zone: string): string {
  const [first = '', last = first] = [starts[0], starts.at(-1)];
  return first === last ? formatTime(first, zone) : `${formatTime(first, zone)} – ${formatTime(last, zone)}`;
}

const FreeStarts = ({ starts, zone }: { starts: readonly string[]; zone: string }) => (
  <ul aria-label="Créneaux libres" className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-1.5">
    {starts.map((start) => (
      <li
        key={start}
        className="rounded-md border border-line-strong px-1 py-1 text-center text-small font-semibold"
      >
        {formatTime(start, zone)}
      </li>
    ))}
  </ul>
);

/**
 * Why a start is closed, as the streamer is told: with the figure of the rule, so that they know
 * which one to change.
 */
function closedReasonText(reason: ClosedReason, rules: StreamerRules): string {
  switch (reason) {
    case 'past':
      return 'C’est déjà passé.';
    case 'too_soon':
      return `Trop proche : vous demandez ${noticeText(rules.noticeMinutes)} de délai, à moins que l’offre ait le sien, et un peu plus pour celles sur demande.`;
    case 'too_far':
      return `Trop loin : on vous réserve ${windowText(rules)}.`;
    case 'outside_window':
      return 'Hors des dates où l’on vous réserve.';
    case 'absent':
      return 'Vous êtes absent ce jour-là.';
    case 'outside_hours':
      return 'Trop court avant la fin de vos heures.';
    case 'not_on_step':
      return 'Pas un de vos débuts possibles.';
    case 'full':
      return 'Complet.';
    case 'taken':
      return 'Déjà réservé, ou retenu par quelqu’un qui paie.';
    case 'attending':
      return 'Vous êtes alors dans la session de quelqu’un d’autre.';
    case 'busy':
      return 'Occupé dans un de vos agendas reliés.';
    case 'buffer':
      return 'Trop près d’une autre session : il manquerait votre pause.';
    case 'daily_cap':
      return `Vous avez déjà ${plural(rules.maxPerDay ?? 0, 'session', 'sessions')} ce jour-là, votre maximum.`;
    case 'weekly_cap':
      return `Vous avez déjà ${plural(rules.maxPerWeek ?? 0, 'session', 'sessions')} cette semaine-là, votre maximum.`;
    case 'monthly_cap':
      return `Vous avez déjà ${plural(rules.maxPerMonth ?? 0, 'session', 'sessions')} ce mois-là, votre maximum.`;
  }
}
