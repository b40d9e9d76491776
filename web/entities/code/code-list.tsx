import { useQuery } from '@tanstack/react-query';
import { Plus, Ticket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Code, codesQuery, cutOf, cutText } from '#web/entities/code/queries.ts';
import { capitalised, formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { Badge, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface CodeListProps {
  /** The streamer whose codes they are; null: the team's. */
  owner: string | null;
  /** In which days are written. */
  zone: string;
  /** Says what codes are for, and who bears them. */
  lead: string;
  /** Titles of the offers that a code may name. */
  offers: ReadonlyMap<string, string>;
  /** Null for who may not make or stop one. */
  onNew: (() => void) | null;
  onStop: ((code: Code) => void) | null;
  /** The reason why none can be made, if nobody may now. */
  obstacle?: string | undefined;
  /** The words where there is none yet. */
  empty: string;
  /** Further buttons of a code that can be used. */
  more?: (code: Code) => ReactNode;
}

/** Codes with their limits and what each brought. */
export function CodeList(props: CodeListProps) {
  const { owner, zone, lead, offers, obstacle, empty, onNew, onStop, more } = props;
  const codes = useQuery(codesQuery(owner));
  const [opened] = useState(() => Date.now());
  return (
    <section aria-labelledby="codes-title" className="max-w-3xl">
      <div className="flex flex-wrap items-start justify-between gap-4 border-b border-line pb-5">
        <div className="grid gap-1.5">
          <h2 id="codes-title" className="display text-title">
            Codes de réduction
          </h2>
          <p className="max-w-[52ch] text-small text-soft">{lead}</p>
        </div>
        {onNew && (
          <Button onClick={onNew}>
            <Plus aria-hidden="true" />
            Nouveau code
          </Button>
        )}
        {obstacle !== undefined && <p className="text-small text-soft">{obstacle}</p>}
      </div>
      {codes.isPending ? (
        <Skeleton className="mt-5 h-40" />
      ) : codes.isError ? (
        <ErrorState
          title="Les codes n’ont pas pu être chargés"
          onRetry={() => codes.refetch()}
          retrying={codes.isFetching}
        />
      ) : codes.data.length === 0 ? (
        <EmptyState className="mt-5" icon={<Ticket />} title="Pas encore de code" description={empty} />
      ) : (
        <ul aria-label="Codes de réduction">
          {codes.data.map((code) => {
            const state = stateOf(code, opened);
            return (
              <li key={code.id} className="num grid gap-2 border-b border-line py-5">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h3 className="text-title wrap-anywhere">{code.code}</h3>
                  <span className="font-semibold">{cutText(cutOf(code))}</span>
                  <Badge tone={state.tone}>{state.label}</Badge>
                </div>
                <p className="text-small text-soft">{limitsText(code, zone, offers)}</p>
                <p className="text-small">{broughtText(code)}</p>
                {code.uses > 0 && code.week_sessions !== null && (
                  <p className="text-small text-soft">{weekText(code, code.week_sessions)}</p>
                )}
                {state.running && (
                  <div className="-ml-3 flex flex-wrap gap-x-1">
                    {state.usable && more?.(code)}
                    {onStop && (
                      <Button
                        tone="quiet"
                        size="sm"
                        aria-label={`Arrêter ${code.code}`}
                        onClick={() => onStop(code)}
                      >
                        Arrêter
                      </Button>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface CodeState {
  label: string;
  tone: StateTone;
  /** It can be stopped. */
  running: boolean;
  /** Somebody can use it, now or once it has begun. */
  usable: boolean;
}

/** The state of a code, by the same count of uses as the limit that the database holds. */
export function stateOf(
  code: Pick<Code, 'stopped_at' | 'starts_at' | 'ends_at' | 'taken' | 'most_uses'>,
  now: number,
): CodeState {
  if (code.stopped_at !== null) return { label: 'Arrêté', tone: 'neutral', running: false, usable: false };
  if (code.ends_at !== null && Date.parse(code.ends_at) <= now)
    return { label: 'Expiré', tone: 'neutral', running: true, usable: false };
  if (Date.parse(code.starts_at) > now)
    return { label: 'À venir', tone: 'spot', running: true, usable: true };
  if (code.most_uses !== null && code.taken >= code.most_uses)
    return { label: 'Épuisé', tone: 'neutral', running: true, usable: false };
  return { label: 'En cours', tone: 'settled', running: true, usable: true };
}

/** « Toutes les offres · 10 utilisations au total, 1 par personne · première session · jusqu'au 31 décembre » */
function limitsText(code: Code, zone: string, offers: ReadonlyMap<string, string>): string {
  const named = (code.offer_ids ?? []).map((id) => offers.get(id) ?? 'une offre rangée');
  const day = (instant: string) => formatDay(instant, zone, { weekday: false });
  // Its last day is the one before the midnight at which it ends.
  const last = code.ends_at === null ? null : day(new Date(Date.parse(code.ends_at) - 1).toISOString());
  const uses = [
    code.most_uses !== null && `${plural(code.most_uses, 'utilisation', 'utilisations')} au total`,
    code.most_each !== null && `${plural(code.most_each, 'utilisation', 'utilisations')} par personne`,
  ].filter((part) => part !== false);
  return [
    code.offer_ids === null ? 'Toutes les offres' : named.join(', '),
    code.first_only && 'première session seulement',
    uses.length > 0 ? uses.join(', ') : 'sans limite d’utilisation',
    last === null ? `depuis le ${day(code.starts_at)}` : `du ${day(code.starts_at)} au ${last}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

function broughtText({ uses, brought_cents, given_cents, newcomers }: Code): string {
  if (uses === 0) return 'Pas encore utilisé.';
  return capitalised(
    [
      plural(uses, 'session réservée', 'sessions réservées'),
      `${formatMoney(brought_cents)} payés`,
      `${formatMoney(given_cents)} de remise`,
      newcomers > 0 && plural(newcomers, 'nouveau viewer', 'nouveaux viewers'),
    ]
      .filter((part) => part !== false)
      .join(' · '),
  );
}

/** The week is over by then: a part of one is not compared with a whole one. */
function weekText(code: Code, sessionsThen: number): string {
  const week = (sessions: number, paid: number) =>
    `${plural(sessions, 'session', 'sessions')}, ${formatMoney(paid)}`;
  const first = `La semaine où il a commencé : ${week(sessionsThen, code.week_cents ?? 0)}`;
  return code.before_sessions === null
    ? `${first}.`
    : `${first}. La dernière semaine sans aucun code, avant lui : ${week(code.before_sessions, code.before_cents ?? 0)}.`;
}
