import { z } from 'zod';
import type { Cents } from '#product/shared/money/cents.ts';
import type { TeamDuty } from '#product/shared/team-roles.ts';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { greeting } from './french.ts';
import { type MailContent, type RenderedMail, renderMail } from './layout.ts';

interface Addressed {
  threadId: string;
  /** The one address whose replies count. */
  to: string;
}

/** The parts of a reply address, before anybody knows whether it is ours. */
export interface ReplyToken {
  threadId: string;
  expired: boolean;
  /** Whether we made it for mails to this address. */
  isFor: (to: string) => boolean;
}

/**
 * The addresses by which people reply to the mails of a thread: `reply+<token>@<domain>`. Nothing
 * of them is stored.
 */
export interface ReplyAddresses {
  /** @param at when the mail was written; its address holds for 90 days from then */
  write(mail: Addressed & { at: Date }): string;
  /** @returns null for an address of another form or domain */
  read(address: string, now: Date): ReplyToken | null;
}

/** Where mails come from. */
export interface MailIdentity {
  /** `Name <address>`; people are invited to answer to it. */
  from: string;
  /**
   * The origin of the page, without a trailing slash; a function because the port is known only
   * once the server listens.
   */
  siteUrl: () => string;
  /** Where the mail of a thread is replied to by mail; null where no replies arrive. */
  replies: ReplyAddresses | null;
}

/** The recipient of a mail, and the installation that sends it. */
export interface Envelope {
  to: string;
  /** As its person gave it: it is repeated only where it looks like a name. */
  firstName: string | null;
  from: string;
  /** The origin of the page. */
  site: string;
  /** Whether replies to it arrive. */
  canReply?: boolean;
  /**
   * An example that one of the team sends to themselves: it says so, and asks nothing of a calendar
   * or a thread.
   */
  isTest?: boolean;
}

/** iCalendar text, and its METHOD, which says what the reader's calendar should do with it. */
export interface MailCalendar {
  method: 'REQUEST' | 'CANCEL';
  text: string;
}

/** A mail as it leaves. */
export interface Letter extends RenderedMail {
  calendar: MailCalendar | null;
  /**
   * Where mail programs withdraw the consent that it was sent by, with one click (RFC 8058); null
   * for what is owed to the person.
   */
  unsubscribe: string | null;
  /** The thread that replies to it belong to; null: it is not replied to. */
  threadId: string | null;
}

/**
 * A kind of mail. The outbox holds what was true at the event (`facts`: ids, instants, cents,
 * people's words), and this renders it at delivery.
 */
export interface MailKind<Event = unknown> {
  /** As the outbox names it, such as `booking.confirmed`. Fixed for ever, since rows bear it. */
  name: string;
  /**
   * Whom of the team the last mail of this kind is shown to. `example`: nobody, because its facts
   * let in, or withdraw a consent, no matter who reads them; the examples are shown in its place.
   */
  shows: 'example' | TeamDuty;
  /**
   * The shape of an event. An event of another shape is refused, when it is written and when it is
   * rendered.
   */
  facts: z.ZodType<Event>;
  /** Events to show the mail with, to an admin and in tests. */
  samples: readonly Event[];
  /** @throws Error when the event is not of this kind's shape, or its link is not http(s) */
  render(event: unknown, envelope: Envelope): Letter;
}

/** Before the name of a kind in the outbox: an example that one of the team sends to themselves. */
export const TEST_PREFIX = 'test:';

interface Definition<Event> {
  name: string;
  shows: MailKind['shows'];
  facts: z.ZodType<Event>;
  samples: readonly Event[];
  /** The content below the greeting. */
  content(event: Event, envelope: Envelope): MailContent;
  calendar?(event: Event, envelope: Envelope): MailCalendar | null;
  /** Only for mails that one agreed to. */
  unsubscribe?(event: Event, envelope: Envelope): string | null;
  /** Only for mails of a thread. */
  threadId?(event: Event): string | null;
}

/** The sentence with which every test begins. */
const TEST_SAID =
  'Ceci est un essai, que vous vous êtes envoyé depuis Loge. Les personnes, les montants et les liens sont inventés.';

export function defineMail<Event>(definition: Definition<Event>): MailKind<Event> {
  const { name, shows, facts, samples, content, calendar, unsubscribe, threadId } = definition;
  return {
    name,
    shows,
    facts,
    samples,
    render(event, envelope) {
      const { data, error } = facts.safeParse(event);
      if (error) throw new Error(`not an event of ${name}: ${z.prettifyError(error)}`);
      const said = content(data, envelope);
      const greeted = { ...said, paragraphs: [greeting(envelope.firstName), ...said.paragraphs] };
      if (envelope.isTest) {
        const marked = {
          ...greeted,
          subject: `[Essai] ${said.subject}`,
          paragraphs: [TEST_SAID, ...greeted.paragraphs],
        };
        return {
          ...renderMail(marked, envelope.site, envelope.to),
          calendar: null,
          unsubscribe: null,
          threadId: null,
        };
      }
      return {
        ...renderMail(greeted, envelope.site, envelope.to),
        calendar: calendar?.(data, envelope) ?? null,
        unsubscribe: unsubscribe?.(data, envelope) ?? null,
        threadId: threadId?.(data) ?? null,
      };
    },
  };
}

/** An instant and an amount as facts hold them: the numbers of the domain. */
export const instant = z.custom<Instant>((value) => Number.isSafeInteger(value), 'not an instant');
export const cents = z.custom<Cents>((value) => Number.isSafeInteger(value), 'not an amount in cents');

export const sampleTime = parseInstant;
export const sampleCents = (amount: number): Cents => amount as Cents;
