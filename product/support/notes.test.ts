import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportData } from '#product/accounts/contract.ts';
import type { TeamRole } from '#product/shared/team-roles.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { addNote, notePerson, openThread } from './contract.ts';

const product = await openProduct();
const admin = await product.join({ role: 'admin', firstName: 'Anouk', lastName: 'Admin' });
const colleagueWith = async (duty: TeamRole): Promise<SignedIn> => {
  const colleague = await product.join({ role: 'admin' });
  await product.rows('update public.team_roles set role = $2 where person_id = $1', [colleague.id, duty]);
  return colleague;
};

/** What somebody reads of the notes about a person, as the page does. */
const notesAbout = (reader: SignedIn, about: SignedIn) =>
  asCaller(
    product.database.pool,
    { role: 'authenticated', claims: { sub: reader.id, role: 'authenticated' } },
    async (db) =>
      (
        await db.query(
          'select body, author_name, thread_number from admin_person_notes where person_id = $1 order by created_at, id',
          [about.id],
        )
      ).rows,
  );

test('a thread and its person are noted upon by the team, for the team: support reads both, moderation the person’s alone', async () => {
  const viewer = await product.join();
  const { threadId, number } = await ask(viewer, openThread, {
    key: randomUUID(),
    about: { kind: 'help', id: null },
    subject: 'Mon billet',
    body: 'Rien n’est arrivé.',
  });
  await ask(admin, addNote, { key: randomUUID(), threadId, body: 'A rappelé deux fois' });
  const note = { key: randomUUID(), personId: viewer.id, body: 'Parle mieux l’espagnol' };
  const { noteId } = await ask(admin, notePerson, note);
  // Sent twice, it is one note.
  expect(await ask(admin, notePerson, note)).toEqual({ noteId });
  const [moderator, treasurer] = [await colleagueWith('moderation'), await colleagueWith('finance')];
  const notesOf = (reader: SignedIn) => notesAbout(reader, viewer);
  const ofPerson = { body: note.body, author_name: 'Anouk Admin', thread_number: null };
  const ofThread = { body: 'A rappelé deux fois', author_name: 'Anouk Admin', thread_number: number };
  expect(await notesOf(admin)).toEqual(expect.arrayContaining([ofPerson, ofThread]));
  expect(await notesOf(moderator)).toEqual([ofPerson]);
  for (const reader of [treasurer, viewer, await product.join({ role: 'streamer' })]) {
    expect(await notesOf(reader)).toEqual([]);
    expect(await codeOf(reader, notePerson, { ...note, key: randomUUID() })).toBe('forbidden');
  }
  expect(await codeOf(admin, notePerson, { ...note, key: randomUUID(), personId: randomUUID() })).toBe(
    'person_not_found',
  );
  // Of a colleague who may act upon one; nobody about themself, and nobody reads what is noted about them.
  const ofColleague = { key: randomUUID(), personId: moderator.id, body: 'Trop vite cette semaine' };
  expect(await codeOf(moderator, notePerson, ofColleague)).toBe('forbidden');
  expect(await codeOf(await colleagueWith('support'), notePerson, ofColleague)).toBe('forbidden');
  await ask(admin, notePerson, ofColleague);
  const bodiesOf = async (reader: SignedIn) => (await notesAbout(reader, moderator)).map(({ body }) => body);
  expect(await bodiesOf(admin)).toEqual([ofColleague.body]);
  for (const reader of [moderator, await colleagueWith('support')])
    expect(await bodiesOf(reader)).toEqual([]);

  const { personNotes } = await ask(viewer, exportData, {});
  expect(personNotes).toMatchObject([{ body: note.body }]);
});
