import type { ReactNode } from 'react';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/ticket.css';

interface TicketProps {
  /** The offer: « Coaching classé · 1 h · en visio ». */
  offer: string;
  /** « Jeudi 12 mars », in the reader's zone. */
  date: string;
  /** « 18 h 30 ». */
  time: string;
  /** Both zones when two matter: « Paris · 13 h 30 à Montréal ». */
  zones?: string;
  person: { name: string; avatarUrl?: string | null; note?: string };
  state: { tone: StateTone; label: string };
  /** Left out where it stands beside the ticket, by the button that pays it. */
  price?: string;
  /** Names the thing that the price pays for. */
  priceLabel?: string;
  /** The one action. */
  action?: ReactNode;
  /** Small links under it: Agenda, Déplacer, Annuler. */
  links?: ReactNode;
  /** The number of the booking, for mails and the printed ticket. */
  reference?: string;
  /** The heading level of the date in its page; by default 2. */
  level?: 2 | 3;
  className?: string | undefined;
}

/**
 * The ticket (« billet »): a booking, wherever it is shown. The stub is on the right where there is
 * room, otherwise below (the ticket's own width decides, not the window's), behind a perforation.
 * In print the ticket is black on white and has no buttons.
 */
export function Ticket(props: TicketProps) {
  const {
    offer,
    date,
    time,
    zones,
    person,
    state,
    price,
    priceLabel = 'Place',
    action,
    links,
    reference,
  } = props;
  const Heading = props.level === 3 ? 'h3' : 'h2';
  return (
    <article className={classNames('ticket num', props.className)}>
      <div className="ticket-sheet">
        <div className="ticket-body">
          <p className="text-kicker text-muted">{offer}</p>
          <Heading className="mt-2.5 mb-1.5 text-date">
            {date}
            <br />
            {time}
          </Heading>
          {zones && <p className="text-small text-soft">{zones}</p>}
          <div className="mt-5 flex items-center gap-3">
            <Avatar name={person.name} src={person.avatarUrl} />
            <div className="min-w-0">
              <p className="font-semibold">{person.name}</p>
              {person.note && <p className="text-kicker text-muted">{person.note}</p>}
            </div>
          </div>
        </div>
        <div className="ticket-stub">
          <StateDot tone={state.tone}>{state.label}</StateDot>
          {price !== undefined && (
            <div className="ticket-price">
              <p className="text-kicker text-muted">{priceLabel}</p>
              <p className="display text-[1.5rem] leading-tight wrap-anywhere">{price}</p>
              {reference && <p className="mt-1 text-kicker text-muted">{reference}</p>}
            </div>
          )}
          {(action || links) && (
            <div className="ticket-actions">
              {action}
              {links && <div className="ticket-links text-small text-soft">{links}</div>}
            </div>
          )}
        </div>
      </div>
    </article>
  );
}
