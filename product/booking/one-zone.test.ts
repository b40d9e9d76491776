import { beforeAll, expect, test } from 'vitest';
import { frenchDay, frenchTime } from '#product/mail/french.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { holdSlot } from './contract.ts';
import { ticketView } from './mails/ticket.ts';
import { advance, type Fixture, holdRequest, openFixture, startIn } from './testing/fixture.ts';
import { ticketOf } from './ticket-of.ts';

const product = await openProduct();
let viewer: SignedIn;
let fixture: Fixture;
const start = startIn(product, 5);
const AT = new Date(start);
const ZONES = { viewer: 'America/Montreal', streamer: 'Europe/Paris' } as const;
let bookingId: string;

beforeAll(async () => {
  viewer = await product.join({ firstName: 'Camille' });
  fixture = await openFixture(product, { priceCents: 0 });
  const request = { ...holdRequest(fixture, start), viewerZone: ZONES.viewer };
  ({ bookingId } = await ask(viewer, holdSlot, request));
  await advance(product, bookingId, { by: 'viewer', type: 'take_for_free' });
});

test.each(['viewer', 'streamer'] as const)(
  'page, ticket, mail and subject of the %s say one hour',
  async (side) => {
    const person = side === 'viewer' ? viewer : fixture.streamer;
    const zone = ZONES[side];
    const hour = frenchTime(AT, zone);
    const other = frenchTime(AT, ZONES[side === 'viewer' ? 'streamer' : 'viewer']);
    expect(hour).not.toBe(other);

    // What the page reads, as the person themselves may.
    const [shown] = await asCaller(
      product.database.pool,
      {
        role: 'authenticated',
        claims: { sub: person.id, session_id: person.sessionId, role: 'authenticated' },
      },
      async (db) =>
        (
          await db.query(
            'select start_at, viewer_zone, streamer_zone from public.booking_details where id = $1',
            [bookingId],
          )
        ).rows,
    );
    expect(shown).toEqual({ start_at: AT, viewer_zone: ZONES.viewer, streamer_zone: ZONES.streamer });

    const { ticket } = await ticketOf(product.database.pool, bookingId);
    const view = ticketView(side, ticket);
    expect(view.hours.startsWith(hour), view.hours).toBe(true);
    expect(view.zones).toContain(other);

    const [mail] = await readMails(product.database.pool, "to_address = $1 and kind = 'booking.confirmed'", [
      person.email,
    ]);
    expect(mail?.subject).toContain(`${frenchDay(AT, zone)} à ${hour}`);
    expect(mail?.subject).not.toContain(other);
    expect(mail?.text).toContain(frenchDay(AT, zone));
    expect(mail?.text).toContain(hour);
    expect(mail?.text).toContain(view.zones);
  },
);
