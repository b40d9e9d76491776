import { beforeEach, describe, expect, test } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { MESSAGES_PER_MINUTE } from '#product/booking/rules/conversation.ts';
import { book, type Fixture, key, openFixture, runTask, startIn } from '#product/booking/testing/fixture.ts';
import { sendChatMessage } from '#product/conference/contract.ts';
import { comeIn } from '#product/conference/testing/stage.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { markMessagesRead, sendMessage } from './contract.ts';
import { forgetOldMessages } from './forget-old.ts';
import { mailUnread } from './mail-unread.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const product = await openProduct({ clockRuns: true });

let fixture: Fixture;
let viewer: SignedIn;
let streamer: SignedIn;
let bookingId: string;
let sessionId: string;
let start: string;

/** A session in four days. */
beforeEach(async () => {
  product.clock.ahead = 0;
  fixture = await openFixture(product, { seats: 4 });
  streamer = fixture.streamer;
  viewer = await product.join({ firstName: 'Camille', lastName: 'Delorme' });
  start = startIn(product, 4);
  bookingId = await book(product, viewer, fixture, start);
  sessionId = await sessionOf(bookingId);
});

async function sessionOf(id: string): Promise<string> {
  const { rows } = await product.database.pool.query('select session_id from public.bookings where id = $1', [
    id,
  ]);
  return rows[0].session_id;
}
const write = (who: SignedIn, body: string) => ask(who, sendMessage, { sessionId, key: key(), body });
/** As the page reads: under row-level security. */
const read = async ({ id, sessionId: session }: SignedIn, sql: string): Promise<object[]> => {
  const claims = { sub: id, role: 'authenticated', session_id: session };
  const { rows } = await asCaller(product.database.pool, { role: 'authenticated', claims }, (db) =>
    db.query(sql),
  );
  return rows;
};
const unreadOf = async (who: SignedIn): Promise<number> => {
  const [row] = await read(who, `select unread from public.conversations where session_id = '${sessionId}'`);
  return (row as { unread: number } | undefined)?.unread ?? 0;
};
const bellOf = async ({ id }: SignedIn) => {
  const { rows } = await product.database.pool.query(
    `select data, read_at, booking_id from public.notifications where person_id = $1 and kind = 'message'`,
    [id],
  );
  return rows as { data: { count: number; other: string }; read_at: Date | null; booking_id: string }[];
};
const mailsTo = ({ email }: SignedIn) =>
  readMails(product.database.pool, "to_address = $1 and kind = 'notice.unread_messages'", [email]);
const from = (minutesFromStart: number) => {
  product.clock.ahead = Date.parse(start) + minutesFromStart * MINUTE - Date.now();
};

describe('who writes to whom', () => {
  test('the two people of a session, each read by the other, once however often it is sent', async () => {
    const message = { sessionId, key: key(), body: 'Bonsoir, quel niveau ?' };
    const first = await ask(viewer, sendMessage, message);
    expect(await ask(viewer, sendMessage, message)).toEqual(first);
    expect(await codeOf(viewer, sendMessage, { ...message, body: 'Autre chose' })).toBe('key_reused');
    await write(streamer, 'Débutant, merci');
    expect(await read(viewer, 'select side, body from public.session_messages order by id')).toEqual([
      { side: 'viewer', body: 'Bonsoir, quel niveau ?' },
      { side: 'streamer', body: 'Débutant, merci' },
    ]);
    expect([await unreadOf(viewer), await unreadOf(streamer)]).toEqual([1, 1]);
  });

  test('nobody else, and an admin only from within the room', async () => {
    const [stranger, admin] = [await product.join(), await product.join({ role: 'admin' })];
    for (const who of [stranger, admin]) {
      expect(await codeOf(who, sendMessage, { sessionId, key: key(), body: 'Bonjour' })).toBe(
        'conversation_not_found',
      );
      expect(await codeOf(who, markMessagesRead, { sessionId, messageId: 1 })).toBe('conversation_not_found');
    }
    expect(await codeOf(viewer, sendMessage, { sessionId, key: key(), body: '  ' })).toBe('invalid_input');
    expect(await codeOf(viewer, sendMessage, { sessionId, key: key(), body: 'x'.repeat(2_001) })).toBe(
      'invalid_input',
    );
  });

  test('all people of a group share it, but for one who gave the seat back', async () => {
    const other = await product.join();
    const otherId = await book(product, other, fixture, start);
    await write(viewer, 'Bonjour à tous');
    expect([await unreadOf(other), await unreadOf(streamer), await unreadOf(viewer)]).toEqual([1, 1, 0]);
    expect(await bellOf(other)).toMatchObject([{ booking_id: otherId, data: { other: 'Camille D.' } }]);
    await ask(other, cancelBooking, {
      key: key(),
      bookingId: otherId,
      expectedRefundCents: 3_000,
      reason: '',
    });
    expect(await codeOf(other, sendMessage, { sessionId, key: key(), body: 'Encore là' })).toBe(
      'conversation_closed',
    );
    // What was written until then stays theirs to read; what the others write afterwards is not.
    await write(streamer, 'À bientôt');
    const bodies = 'select body from public.session_messages order by id';
    expect(await read(other, bodies)).toEqual([{ body: 'Bonjour à tous' }]);
    expect(await read(viewer, bodies)).toHaveLength(2);
    expect(await unreadOf(other)).toBe(1);
    expect((await bellOf(other))[0]?.data.count).toBe(1);
    const { rows } = await product.database.pool.query(
      'select max(id)::integer as newest from public.session_messages',
    );
    await ask(other, markMessagesRead, { sessionId, messageId: rows[0].newest });
    expect(await unreadOf(other)).toBe(0);
  });

  test('no matter who calls off, both sides keep reading what was written, and write no more', async () => {
    await write(viewer, 'Je serai en retard de cinq minutes');
    await ask(streamer, cancelBooking, {
      key: key(),
      bookingId,
      expectedRefundCents: 3_000,
      reason: 'Malade, désolé',
    });
    for (const who of [viewer, streamer]) {
      expect(await read(who, 'select body from public.session_messages')).toEqual([
        { body: 'Je serai en retard de cinq minutes' },
      ]);
      expect(await codeOf(who, sendMessage, { sessionId, key: key(), body: 'Et encore' })).toBe(
        'conversation_closed',
      );
    }
    expect(await unreadOf(streamer)).toBe(1);
  });

  test('until 30 days after; then it is deleted, and nothing is written any more', async () => {
    await write(viewer, 'Merci !');
    from(60 + 29 * 24 * 60);
    await write(viewer, 'Encore merci');
    await runTask(product, forgetOldMessages);
    expect(await unreadOf(streamer)).toBe(2);
    from(60 + 30 * 24 * 60 + 1);
    expect(await codeOf(viewer, sendMessage, { sessionId, key: key(), body: 'Et encore' })).toBe(
      'conversation_closed',
    );
    await ask(streamer, markMessagesRead, { sessionId, messageId: 1_000_000 });
    await runTask(product, forgetOldMessages);
    const left = await product.database.pool.query(
      `select 1 from public.session_messages where session_id = $1
       union all select 1 from public.message_reads where session_id = $1`,
      [sessionId],
    );
    expect(left.rowCount).toBe(0);
  });

  test('and longer when it was reported: until the case is over', async () => {
    const reported = (await write(viewer, 'Un message signalé')).messageId;
    await write(viewer, 'Un autre');
    await product.rows(
      `insert into public.moderation_cases (subject_kind, subject_id, title, severity, category, opened_at, last_reported_at)
       values ('message', $1, 'Essai', 1, 'other', now(), now())`,
      [reported],
    );
    from(60 + 30 * 24 * 60 + 1);
    await ask(streamer, markMessagesRead, { sessionId, messageId: 1_000_000 });
    const left = async () => {
      await runTask(product, forgetOldMessages);
      return product.rows(
        `select body from public.session_messages where session_id = $1
         union all select 'read' from public.message_reads where session_id = $1`,
        [sessionId],
      );
    };
    expect(await left()).toEqual([{ body: 'Un message signalé' }, { body: 'read' }]);
    await product.rows("update public.moderation_cases set state = 'closed' where subject_id = $1", [
      reported,
    ]);
    expect(await left()).toEqual([]);
  });

  test('not faster than anybody types', async () => {
    for (let count = 0; count < MESSAGES_PER_MINUTE; count++) await write(viewer, `Message ${count}`);
    expect(await codeOf(viewer, sendMessage, { sessionId, key: key(), body: 'Un de trop' })).toBe(
      'too_many_messages',
    );
    product.clock.ahead = MINUTE + 1_000;
    await write(viewer, 'Plus tard');
  });

  test('nor faster from within the room, where it is the same conversation', async () => {
    from(-5);
    const { entry } = await comeIn(viewer, sessionId);
    const self = { roomId: sessionId, participantId: entry.participantId };
    const first = { ...self, key: key(), body: 'Le premier' };
    await ask(viewer, sendChatMessage, first);
    for (let count = 2; count < MESSAGES_PER_MINUTE; count++)
      await ask(viewer, sendChatMessage, { ...self, key: key(), body: `Message ${count}` });
    await write(viewer, 'Le dernier, de dehors');
    expect(await codeOf(viewer, sendChatMessage, { ...self, key: key(), body: 'Un de trop' })).toBe(
      'too_many_messages',
    );
    // The same message sent again is not stored twice.
    await ask(viewer, sendChatMessage, first);
  });

  test('nor from a room whose conversation is over', async () => {
    from(-5);
    const { entry } = await comeIn(viewer, sessionId);
    await product.database.pool.query(
      `update public.bookings set confirmed_at = null, status = 'in_progress' where id = $1`,
      [bookingId],
    );
    const said = { roomId: sessionId, participantId: entry.participantId, key: key(), body: 'Encore' };
    expect(await codeOf(viewer, sendChatMessage, said)).toBe('conversation_closed');
  });
});

describe('what is unread', () => {
  test('the bell has one line a conversation, which reading takes away', async () => {
    await write(viewer, 'Un');
    await write(viewer, 'Deux');
    expect(await bellOf(streamer)).toMatchObject([
      { booking_id: bookingId, read_at: null, data: { count: 2, other: 'Camille D.', side: 'streamer' } },
    ]);
    const third = await write(viewer, 'Trois');
    await ask(streamer, markMessagesRead, { sessionId, messageId: Number(third.messageId) });
    expect(await unreadOf(streamer)).toBe(0);
    expect((await bellOf(streamer))[0]?.read_at).not.toBeNull();
    // It never goes back, and what comes next is new.
    await ask(streamer, markMessagesRead, { sessionId, messageId: 1 });
    expect(await unreadOf(streamer)).toBe(0);
    await write(viewer, 'Quatre');
    expect(await unreadOf(streamer)).toBe(1);
    expect((await bellOf(streamer)).filter((line) => line.read_at === null)).toMatchObject([
      { data: { count: 1 } },
    ]);
    // Nobody learns how far the other has read.
    expect(await read(viewer, 'select session_id from public.message_reads')).toEqual([]);
  });

  test('anybody who is in the room has the chat before them', async () => {
    from(-5);
    const [here, there] = [await comeIn(viewer, sessionId), await comeIn(streamer, sessionId)];
    const self = { roomId: sessionId, participantId: here.entry.participantId };
    await ask(viewer, sendChatMessage, { ...self, key: key(), body: 'Vous m’entendez ?' });
    expect([await unreadOf(streamer), (await bellOf(streamer)).length]).toEqual([0, 0]);
    await there.leave();
    await ask(viewer, sendChatMessage, { ...self, key: key(), body: 'Vous êtes parti ?' });
    expect([await unreadOf(streamer), (await bellOf(streamer)).length]).toEqual([1, 1]);
  });
});

describe('the mail about unread messages', () => {
  const later = async (minutes: number) => {
    product.clock.ahead += minutes * MINUTE;
    await runTask(product, mailUnread);
  };

  test('is one for all that waits, ten minutes after the first, and says who wrote about what', async () => {
    await write(viewer, 'Un');
    await later(9);
    expect(await mailsTo(streamer)).toEqual([]);
    await write(viewer, 'Deux');
    await later(2);
    const [mail, ...more] = await mailsTo(streamer);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Camille D. vous a écrit');
    expect(mail?.text).toContain(`/streamer-dashboard/bookings?booking=${bookingId}`);
    // What was told is told once; what comes then waits for the pause to end.
    await later(30);
    await write(viewer, 'Trois');
    await later(60);
    expect(await mailsTo(streamer)).toHaveLength(1);
    await later(60);
    expect(await mailsTo(streamer)).toHaveLength(2);
    await later(3 * 60);
    expect(await mailsTo(streamer)).toHaveLength(2);
    expect(await mailsTo(viewer)).toEqual([]);
  });

  test('counts several conversations together', async () => {
    const other = await product.join({ firstName: 'Sacha', lastName: 'Petit' });
    const second = startIn(product, 5);
    const otherSession = await sessionOf(await book(product, other, fixture, second));
    await write(viewer, 'Un');
    await ask(other, sendMessage, { sessionId: otherSession, key: key(), body: 'Deux' });
    await later(11);
    const mails = await mailsTo(streamer);
    expect(mails.map(({ subject }) => subject)).toEqual(['Vous avez 2 messages non lus']);
    expect(mails[0]?.text).toMatch(/Sacha P\.[\s\S]*Camille D\./);
  });

  test('is not written to anybody who does not want it', async () => {
    await product.database.pool.query(
      'insert into public.person_settings (person_id, message_mails) values ($1, false)',
      [streamer.id],
    );
    await write(viewer, 'Un');
    await later(11);
    expect(await mailsTo(streamer)).toEqual([]);
  });

  test('is not written to anybody who reads, nor about what is a day old', async () => {
    const { messageId } = await write(viewer, 'Un');
    await ask(streamer, markMessagesRead, { sessionId, messageId: Number(messageId) });
    await later(11);
    expect(await mailsTo(streamer)).toEqual([]);
    await write(viewer, 'Deux');
    product.clock.ahead += DAY;
    await later(11);
    expect(await mailsTo(streamer)).toEqual([]);
  });
});
