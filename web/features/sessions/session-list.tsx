import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, Ticket, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import {
  type BookingDetails,
  groupOf,
  groupText,
  isLiveRow,
  otherOf,
  referenceOf,
  startOf,
  stateOf,
} from '#web/entities/booking/booking.ts';
import {
  BOOKING_TABS,
  type BookingTab,
  type OwnSession,
  ownSessionsQuery,
  SESSIONS_PAGE,
  type SessionFilter,
  sessionFilterOf,
} from '#web/entities/booking/queries.ts';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import {
  capitalised,
  formatDay,
  formatHours,
  formatPlacePrice,
  formatTime,
  plural,
} from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, dateText } from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const TABS: Readonly<Record<BookingTab, string>> = {
  coming: 'À venir',
  past: 'Passées',
  cancelled: 'Annulées',
};

const EMPTY: Readonly<Record<BookingTab, { title: string; description: string }>> = {
  coming: {
    title: 'Aucune session à venir',
    description: 'Quand un viewer réserve, sa session arrive ici et par e-mail.',
  },
  past: {
    title: 'Aucune session passée',
    description: 'Vos sessions terminées seront ici, avec ce qu’elles vous ont rapporté.',
  },
  cancelled: {
    title: 'Rien d’annulé',
    description: 'Les réservations annulées, refusées ou expirées seront ici.',
  },
};

interface SessionListProps {
  userId: string;
  /** The streamer's: days are cut in it. */
  zone: string;
  params: URLSearchParams;
  change: (changes: Record<string, string | null>) => void;
  hrefFor: (page: number) => string;
  /** The address that opens a booking beside the list. */
  hrefOf: (bookingId: string) => string;
  /** The content that another feature adds to a line: the unread messages. */
  linksOf?: (booking: BookingDetails) => ReactNode;
}

/**
 * A streamer's sessions, a line each, day by day. Filters stand in the address; the arrow keys go
 * from line to line.
 */
export function SessionList(props: SessionListProps) {
  const { userId, params, change } = props;
  const offers = useQuery(ownOffersQuery(userId));
  const filter = sessionFilterOf(params);
  const asked = params.get('q') ?? '';
  const choices = (offers.data ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Tabs
      label="Réservations"
      items={BOOKING_TABS.map((value) => ({ value, label: TABS[value] }))}
      value={filter.tab}
      onValueChange={(value) => change({ tab: value === 'coming' ? null : value })}
    >
      <TabPanel value={filter.tab}>
        <div className="mb-5 flex flex-wrap gap-3">
          <SearchInput
            key={asked}
            label="Chercher une réservation"
            placeholder="Un prénom, un titre, un billet…"
            initialValue={asked}
            onSearch={(text) => change({ q: text === '' ? null : text })}
            className="min-w-0 flex-1 basis-60"
          />
          {choices.length > 1 && (
            <Select
              aria-label="Offre"
              className="min-w-0 flex-1 basis-48 sm:max-w-72"
              placeholder="Toutes les offres"
              options={choices}
              value={filter.offerId ?? ''}
              onChange={({ target }) => change({ offer: target.value === '' ? null : target.value })}
            />
          )}
          {filter.between && (
            <Button onClick={() => change({ from: null, until: null })}>
              {daysText(filter.between, props.zone)}
              <X aria-hidden="true" />
              <span className="sr-only">, retirer ce filtre</span>
            </Button>
          )}
        </div>
        <Sessions {...props} filter={filter} />
      </TabPanel>
    </Tabs>
  );
}

/** « 12 mars », « 1er mars – 31 mars »: the days that the address narrows the list to. */
function daysText({ from, until }: NonNullable<SessionFilter['between']>, zone: string): string {
  const name = (instant: number) =>
    formatDay(new Date(instant), zone, { weekday: false, month: 'short', year: true });
  const first = name(Date.parse(from));
  const last = name(Date.parse(until) - 1);
  return first === last ? first : `${first} – ${last}`;
}

/** The sessions of a page in their order, by the day on which they begin. */
function byDay(sessions: readonly OwnSession[], zone: string) {
  return [...Map.groupBy(sessions, ({ first }) => localDateAt(zone, startOf(first)))];
}

function Sessions({
  userId,
  zone,
  params,
  change,
  filter,
  hrefFor,
  hrefOf,
  linksOf,
}: SessionListProps & { filter: SessionFilter }) {
  const page = Number(params.get('page') ?? 1) || 1;
  const list = useQuery(ownSessionsQuery(userId, filter, page));
  const root = useRef<HTMLDivElement>(null);
  if (list.isPending) {
    return (
      <div aria-busy="true" className="grid gap-2">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  if (list.isError) {
    return (
      <ErrorState
        title="Vos réservations n’ont pas pu être chargées"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  const { sessions, count } = list.data;
  if (sessions.length === 0) {
    const narrowed =
      filter.offerId !== null || filter.between !== null || filter.patterns.length > 0 || page > 1;
    return narrowed ? (
      <EmptyState
        icon={<Ticket />}
        title="Aucune session ne correspond"
        description="Essayez un autre mot, ou une autre offre."
        action={
          <Button onClick={() => change({ q: null, offer: null, from: null, until: null, page: null })}>
            Voir toutes les sessions
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<Ticket />}
        {...EMPTY[filter.tab]}
        action={<ButtonLink to="/streamer-dashboard/availability">Voir mes disponibilités</ButtonLink>}
      />
    );
  }
  const pageCount = Math.max(1, Math.ceil(count / SESSIONS_PAGE));
  const today = localDateAt(zone, instantOf(Date.now()));
  const nearby = new Map([
    [today, 'Aujourd’hui'],
    [dateAfter(today, 1), 'Demain'],
    [dateAfter(today, -1), 'Hier'],
  ]);
  const walk = (pressed: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed.key];
    if (step === undefined || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return;
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at + step];
    if (at === -1 || !next) return;
    pressed.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links within
    <div
      ref={root}
      onKeyDown={walk}
      className={classNames('grid gap-7', list.isPlaceholderData && 'opacity-60')}
      aria-busy={list.isPlaceholderData || undefined}
    >
      {byDay(sessions, zone).map(([date, ofDay]) => (
        <section key={date} className="grid gap-1">
          <h2 className="flex items-baseline gap-2.5 pb-1.5 text-base">
            {nearby.has(date) && (
              <span className={classNames(date === today && 'text-live')}>{nearby.get(date)}</span>
            )}
            <span className={classNames(nearby.has(date) && 'font-normal text-muted')}>
              {capitalised(dateText(date, { year: date.slice(0, 4) !== today.slice(0, 4) }))}
            </span>
          </h2>
          <ul className="num divide-y divide-line overflow-hidden rounded-lg border border-line bg-stage">
            {ofDay.map((session) => (
              <li key={session.id}>
                {session.first.seats === 1 ? (
                  <OneToOne booking={session.first} zone={zone} href={hrefOf(session.first.id)} />
                ) : (
                  <Group session={session} zone={zone} hrefOf={hrefOf} />
                )}
                <Beside>{linksOf?.(session.first)}</Beside>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {pageCount > 1 && (
        <Pagination
          page={page}
          pageCount={pageCount}
          hrefFor={hrefFor}
          summary={plural(count, 'session', 'sessions')}
        />
      )}
    </div>
  );
}

const Beside = ({ children }: { children: ReactNode }) => (
  <div className="px-4 pb-2 text-small empty:hidden sm:pl-40">{children}</div>
);

const LINE =
  'grid min-h-14 w-full grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-left hover:bg-wash focus-visible:-outline-offset-4 sm:grid-cols-[8rem_minmax(0,1fr)_auto_5.5rem_1.25rem]';

interface LineProps {
  booking: BookingDetails;
  zone: string;
  title: string;
  subtitle: string;
  money: string;
  mark: ReactNode;
  tone: Parameters<typeof StateDot>[0]['tone'];
  label: string;
}

/** The content of a line: the time, the title and person, its state, its price. */
function Line({ booking, zone, title, subtitle, money, mark, tone = 'neutral', label }: LineProps) {
  return (
    <>
      <b className="whitespace-nowrap">
        <span className="sm:hidden">{formatTime(booking.start_at, zone)}</span>
        <span className="max-sm:hidden">{formatHours(booking.start_at, booking.duration_minutes, zone)}</span>
      </b>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block truncate text-small text-soft">{subtitle}</span>
      </span>
      <StateDot tone={tone} className="max-sm:text-kicker">
        <span className={classNames(label.length > 14 && 'max-sm:sr-only')}>{label}</span>
      </StateDot>
      <span className="text-right font-semibold whitespace-nowrap max-sm:hidden">{money}</span>
      <span aria-hidden="true" className="text-muted max-sm:hidden [&_svg]:size-5">
        {mark}
      </span>
    </>
  );
}

function OneToOne({ booking, zone, href }: { booking: BookingDetails; zone: string; href: string }) {
  return (
    <Link to={href} data-row="" className={LINE}>
      <Line
        booking={booking}
        zone={zone}
        title={otherOf(booking, 'streamer').name}
        subtitle={booking.title}
        money={formatPlacePrice(booking.price_cents)}
        mark={<ChevronRight />}
        {...stateOf(booking, 'streamer')}
      />
    </Link>
  );
}

/** A group says how many come, and opens into its seats. */
function Group({
  session,
  zone,
  hrefOf,
}: {
  session: OwnSession;
  zone: string;
  hrefOf: (id: string) => string;
}) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const { first, seats } = session;
  const live = seats.filter(isLiveRow);
  const group = groupOf(seats);
  const asked = live.find(({ status }) => status === 'requested');
  const answer = (pressed: KeyboardEvent) => {
    if (pressed.key === 'ArrowRight') setOpen(true);
    if (pressed.key === 'ArrowLeft') setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        data-row=""
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
        onKeyDown={answer}
        className={LINE}
      >
        <Line
          booking={first}
          zone={zone}
          title={first.title}
          subtitle={group ? `${groupText(group, 'streamer')} · ${group.names.join(', ')}` : first.title}
          money={group ? formatPlacePrice(group.priceCents) : ''}
          mark={<ChevronDown className={classNames('transition-transform', open && 'rotate-180')} />}
          {...stateOf(asked ?? first, 'streamer')}
        />
      </button>
      <ul id={list} hidden={!open} className="divide-y divide-line border-t border-line bg-ground">
        {seats.map((seat) => {
          const { name, avatarUrl } = otherOf(seat, 'streamer');
          const { tone, label } = stateOf(seat, 'streamer');
          return (
            <li key={seat.id}>
              <Link
                to={hrefOf(seat.id)}
                data-row={open ? '' : undefined}
                className="flex min-h-12 items-center gap-3 px-4 py-1.5 hover:bg-wash focus-visible:-outline-offset-4 sm:pl-40"
              >
                <Avatar name={name} src={avatarUrl} size="sm" />
                <span className="min-w-0 flex-1 truncate">
                  {name}
                  <span className="text-small text-muted max-sm:hidden"> · {referenceOf(seat)}</span>
                </span>
                <StateDot tone={tone}>{label}</StateDot>
                <span className="w-20 text-right text-small whitespace-nowrap max-sm:hidden">
                  {formatPlacePrice(seat.price_cents)}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
