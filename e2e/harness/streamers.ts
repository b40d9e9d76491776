import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asService, keepSession, newPerson, openSession, type Person } from './people.ts';
import type { LogeServer } from './server.ts';

/** What a test says of an offer; the rest is an hour for 45 euros, confirmed at once. */
export interface OfferDraft {
  title?: string;
  description?: string;
  category?: string;
  duration_minutes?: number;
  price_cents?: number;
  seats?: number;
  confirmation?: 'instant' | 'on_request';
  adults_only?: boolean;
  policy?: 'flexible' | 'standard' | 'strict';
  questions?: { id: string; label: string; required: boolean; long: boolean }[];
}

export interface StreamerDraft {
  zone?: string;
  offers?: OfferDraft[];
  /** In minutes on each day of the week; 8 h to 22 h unless told, never when empty. */
  hours?: { from_minute: number; to_minute: number }[];
  /** Columns of `streamers`: rules and texts. Unless it says otherwise, the first free day is a whole one, at whatever hour a test runs. */
  page?: Record<string, unknown>;
}

export interface OpenStreamer extends Person {
  id: string;
  handle: string;
  displayName: string;
  offerIds: string[];
}

/** The rest of today there, and tomorrow: more than a day before a session, whatever is said of that. */
function minutesToTheDayAfter(zone: string): number {
  const clock = { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('fr-FR', clock).format().split(':').map(Number);
  return 2 * 24 * 60 - (hour * 60 + minute);
}

/** A streamer with a published page, offers and hours, through the platform as an operator would. */
export async function openStreamer(
  server: LogeServer,
  { zone = 'Europe/Paris', offers = [{}], hours, page = {} }: StreamerDraft = {},
): Promise<OpenStreamer> {
  const person = newPerson('streamer');
  // As an operator adds somebody: confirmed, whether or not this server sends mails for that.
  const user = (await asService(server, '/auth/v1/admin/users', {
    method: 'POST',
    body: {
      email: person.email,
      password: person.password,
      email_confirm: true,
      user_metadata: {
        role: 'streamer',
        first_name: person.firstName,
        last_name: person.lastName,
      },
    },
  })) as { id: string };
  const said = { person_id: user.id, declared_at: new Date().toISOString() };
  await asService(server, '/rest/v1/ages', { method: 'POST', body: said });
  const handle = `nour-${randomBytes(4).toString('hex')}`;
  const displayName = 'Nour Écarlate';
  await asService(server, `/rest/v1/streamers?id=eq.${user.id}`, {
    method: 'PATCH',
    body: {
      handle,
      display_name: displayName,
      headline: 'Stratégie, échecs rapides',
      bio: 'Vingt ans d’échecs.',
      categories: ['coaching'],
      zone,
      published_at: new Date().toISOString(),
      notice_minutes: minutesToTheDayAfter(zone),
      ...page,
    },
  });
  const each = hours ?? [{ from_minute: 480, to_minute: 1320 }];
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
    each.map((range) => ({ streamer_id: user.id, weekday, ...range })),
  );
  if (weekly.length > 0) {
    await asService(server, '/rest/v1/weekly_hours', { method: 'POST', body: weekly });
  }
  const rows = (await asService(server, '/rest/v1/offers', {
    method: 'POST',
    body: offers.map((offer, position) => ({
      streamer_id: user.id,
      title: 'Coaching classé',
      description: 'Une heure sur vos parties.',
      category: 'coaching',
      duration_minutes: 60,
      price_cents: 4500,
      seats: 1,
      confirmation: 'instant',
      policy: 'standard',
      questions: [],
      position,
      // Many starts, so that hours which follow from now on the clock always hold some.
      step_minutes: 15,
      ...offer,
    })),
  })) as { id: string; position: number }[];
  const offerIds = [...rows].sort((a, b) => a.position - b.position).map(({ id }) => id);
  return { ...person, id: user.id, handle, displayName, offerIds };
}

/** The page is such a streamer's, who is signed in and has the notice of a new one, as its select offers it. */
export async function openAs(page: Page, server: LogeServer, draft: StreamerDraft): Promise<OpenStreamer> {
  const rules = { notice_minutes: 1440, ...draft.page };
  const streamer = await openStreamer(server, { ...draft, page: rules });
  await keepSession(page, await openSession(server, streamer));
  return streamer;
}
