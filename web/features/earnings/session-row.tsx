import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import {
  addUp,
  moneyStateOf,
  NOWHERE,
  shareOfStreamer,
  type Whereabouts,
} from '#product/payments/rules/timeline.ts';
import { referenceOf } from '#web/entities/booking/booking.ts';
import { type EarnedSeat, type EarnedSession, MONEY } from '#web/entities/payment/earnings.ts';
import { formatDay, formatMoney, formatTime, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The columns of a line, which its head shares. */
export const LINE =
  'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 text-left lg:grid-cols-[6.5rem_minmax(0,1fr)_7rem_7.5rem_5rem_6.5rem]';
const PRESSED = 'min-h-14 py-2 hover:bg-wash focus-visible:-outline-offset-4';

interface LineProps {
  startAt: string;
  zone: string;
  title: string;
  subtitle: string;
  /** The subtitle on a phone, where the date follows it in the same line. */
  short?: string;
  money: Whereabouts;
  mark: ReactNode;
  /** Of a seat within its session: the date stands above already. */
  seat?: boolean;
}

/**
 * When, what, with whom, where the money is, and how it is divided. On a phone: what, and what is
 * left of it.
 */
function Line({ startAt, zone, title, subtitle, short, money, mark, seat = false }: LineProps) {
  const { tone, label } = MONEY[moneyStateOf(money)];
  const date = formatDay(startAt, zone, { weekday: false, month: 'short', year: true });
  return (
    <>
      <span className="max-lg:hidden">
        {!seat && (
          <>
            <span className="block whitespace-nowrap">{date}</span>
            <span className="block text-kicker text-muted">{formatTime(startAt, zone)}</span>
          </>
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span
          className={classNames(
            'block text-small text-soft lg:truncate',
            short !== undefined && 'max-sm:hidden',
          )}
        >
          {subtitle}
        </span>
        {!seat && (
          <span className="block text-kicker text-muted lg:hidden">
            {short !== undefined && <span className="sm:hidden">{short} · </span>}
            {date}
          </span>
        )}
      </span>
      <span className="max-lg:hidden">
        <StateDot tone={tone}>{label}</StateDot>
      </span>
      <span className="text-right whitespace-nowrap text-soft max-lg:hidden">
        <span className="sr-only">Payé </span>
        {formatMoney(money.captured)}
        {money.returned > 0 && (
          <span className="block text-kicker text-muted">{formatMoney(money.returned)} remboursés</span>
        )}
      </span>
      <span className="text-right whitespace-nowrap text-soft max-lg:hidden">
        <span className="sr-only">Commission </span>
        {formatMoney(money.fee)}
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="flex items-center gap-1.5 font-semibold whitespace-nowrap">
          <span className="sr-only">Pour vous </span>
          {formatMoney(shareOfStreamer(money))}
          <span aria-hidden="true" className="text-muted [&_svg]:size-4.5">
            {mark}
          </span>
        </span>
        <StateDot tone={tone} className="text-kicker lg:hidden">
          {label}
        </StateDot>
      </span>
    </>
  );
}

interface RowProps {
  session: EarnedSession;
  zone: string;
  hrefOf: (sessionId: string, bookingId?: string) => string;
}

const nameOf = ({ viewerName }: EarnedSeat): string => viewerName ?? 'Compte supprimé';

/** A session's line: it leads to the way of its money, or opens into the seats of a group. */
export const SessionRow = (props: RowProps) =>
  props.session.seats.length === 1 ? <OneSeat {...props} /> : <Group {...props} />;

function OneSeat({ session: { sessionId, title, startAt, seats }, zone, hrefOf }: RowProps) {
  const [seat] = seats;
  if (!seat) return null;
  return (
    <Link to={hrefOf(sessionId)} preventScrollReset className={classNames(LINE, PRESSED)}>
      <Line
        startAt={startAt}
        zone={zone}
        title={seat.extended ? `${title} (prolongée)` : title}
        subtitle={`${nameOf(seat)} · ${referenceOf({ id: seat.bookingId })}`}
        short={nameOf(seat)}
        money={seat.money}
        mark={<ChevronRight />}
      />
    </Link>
  );
}

/** A group opens into its seats; each seat leads to the way of its money. */
function Group({ session: { sessionId, title, startAt, seats }, zone, hrefOf }: RowProps) {
  const [open, setOpen] = useState(false);
  const list = useId();
  const extended = seats.some((seat) => seat.extended);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
        className={classNames(LINE, PRESSED)}
      >
        <Line
          startAt={startAt}
          zone={zone}
          title={extended ? `${title} (prolongée)` : title}
          subtitle={plural(seats.length, 'place payée', 'places payées')}
          short={plural(seats.length, 'place', 'places')}
          money={seats.map(({ money }) => money).reduce(addUp, NOWHERE)}
          mark={<ChevronDown className={classNames('transition-transform', open && 'rotate-180')} />}
        />
      </button>
      <ul id={list} hidden={!open} className="divide-y divide-line border-t border-line bg-ground/40">
        {seats.map((seat) => (
          <li key={seat.bookingId}>
            <Link
              to={hrefOf(sessionId, seat.bookingId)}
              preventScrollReset
              className={classNames(LINE, PRESSED, 'max-lg:pl-8')}
            >
              <Line
                startAt={startAt}
                zone={zone}
                title={nameOf(seat)}
                subtitle={referenceOf({ id: seat.bookingId })}
                money={seat.money}
                mark={<ChevronRight />}
                seat
              />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
