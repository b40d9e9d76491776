import { randomUUID } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { addEntry, orderEntries, renameEntry, retireEntry } from '#product/catalogue/contract.ts';
import { createCommands } from '#product/commands.ts';
import { arrangeHome } from '#product/discovery/home-contract.ts';
import type { Contract } from '#product/shared/contract.ts';
import { assignThread, setThreadState } from '#product/support/contract.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { changeRole, setTeamRoles } from './contract.ts';
import { setStreamerStanding } from './marketplace-contract.ts';

const product = await openProduct();
const { rows } = product;
const admin = await product.join({ role: 'admin' });
const commands = await createCommands(product.deps);

/** Whether the access of a command lets somebody in. */
const lets = (name: string, { id }: SignedIn): Promise<boolean> =>
  inTransaction(product.database.pool, async (db) => {
    const command = commands.find(({ contract }) => contract.name === name);
    await command?.access(db, { role: 'authenticated', claims: { sub: id }, userId: id, sessionId: null });
  }).then(
    () => true,
    () => false,
  );

const [viewer, streamer] = [await product.join(), await product.join({ role: 'streamer' })];
const ofTeam: string[] = [];
for (const { contract } of commands)
  if (
    (await lets(contract.name, admin)) &&
    !(await lets(contract.name, viewer)) &&
    !(await lets(contract.name, streamer))
  )
    ofTeam.push(contract.name);

/** What changes nothing that was: it reads, it adds words of the team's own, or it does sooner what is done anyway. */
const NO_ACT: Readonly<Record<string, string>> = {
  'accounting/make-file': 'a file of what is written already; in the log when it tells who people are',
  'accounting/read-file': 'reads, and who did is noted, with why when it tells who people are',
  'accounting/read-file-part': 'reads more of a file, after the download was noted',
  'accounting/read-month': 'reads',
  'administration/find-subjects': 'reads',
  'administration/list-devices': 'reads',
  'administration/preview-age': 'reads',
  'analytics/list-behind': 'reads',
  'analytics/read-platform': 'reads',
  'analytics/read-supply': 'reads',
  'analytics/read-unfound': 'reads',
  'catalogue/count-uses': 'reads',
  'announcements/count-audience': 'reads',
  'announcements/test-announcement': 'a mail to oneself',
  'discovery/preview-home': 'reads',
  'content/list-mails': 'reads',
  'content/preview-mail': 'reads, and who was shown a real one is in the log',
  'content/save-draft': 'a draft, until it is published with a reason',
  'moderation/preview-decision': 'reads',
  'moderation/read-case': 'reads',
  'support/add-note': 'words of the team, that stay with their author',
  'support/note-person': 'words of the team, that stay with their author',
  'support/answer-thread': 'an answer, that stays with its author',
  'support/read-thread': 'reads',
  'system/request-check': 'compares',
  'system/run-task': 'does now what is due later',
};
/** Steps of the team's own work: in the log with before and after; a reason is asked where several are taken at once. */
const WORK = [
  'content/test-mail',
  'moderation/take-case',
  'support/assign-thread',
  'support/set-thread-state',
];
const contracts = commands.map(({ contract }) => contract);
/** Those that their own command takes back. */
const UNDONE = contracts.flatMap(({ name, undo }) => (typeof undo === 'function' ? [name] : []));

/** Of all acts, those that find nothing that was: they write something new, or note that something was read. */
const FROM_NOTHING = [
  'accounting/close-month',
  'accounting/schedule-report',
  'administration/open-viewing',
  'announcements/plan-announcement',
  'catalogue/add-entry',
  'commerce/make-platform-code',
  'content/test-mail',
  'documents/inspect-fiscal-identity',
  'moderation/open-conversation',
];

const root = new URL('../../', import.meta.url);
const sourceOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
/** All code of the team's pages. */
const pages = readdirSync(new URL('web/features/admin/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => sourceOf(`web/features/admin/${path}`))
  .join('\n');

describe('every act of the team', () => {
  test('is one of those that are known here', () => {
    expect(ofTeam.length).toBeGreaterThan(30);
    const told = contracts.flatMap(({ name, undo }) => (undo === null ? [] : [name]));
    expect(ofTeam.filter((name) => !(name in NO_ACT) && !told.includes(name))).toEqual([]);
    expect([...Object.keys(NO_ACT), ...told].filter((name) => !ofTeam.includes(name))).toEqual([]);
    expect(Object.keys(NO_ACT).filter((name) => told.includes(name))).toEqual([]);
  });

  test.each(ofTeam.filter((name) => !(name in NO_ACT)))('%s asks why, and is in the log', (name) => {
    const { request, audit } = contracts.find((each) => each.name === name) ?? {};
    const shape =
      request && 'shape' in request
        ? (request.shape as Record<string, { safeParse: (value: unknown) => { success: boolean } }>)
        : {};
    // A step of the team's own work is asked why only where several are taken at once.
    if (!WORK.includes(name)) expect(shape.reason?.safeParse(undefined).success).toBe(false);
    if (shape.reason) expect(shape.reason.safeParse('   ').success).toBe(false);
    // What it writes is typed by its contract: before and after, both.
    expect(audit?.after).toBeInstanceOf(Array);
    expect([name, audit?.before === null]).toEqual([name, FROM_NOTHING.includes(name)]);
    const file = `commands/${name.split('/')[1]}.ts`;
    const sources = globSync(`product/*/${file}`, { cwd: fileURLToPath(root) }).map(sourceOf);
    expect(sources.join('\n')).toMatch(/await audit\(db, \{[^}]*action: contract,/);
  });

  test.each(UNDONE)('%s offers « Annuler » wherever the team’s pages send it', (name) => {
    const command = name
      .slice(name.indexOf('/') + 1)
      .replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    expect(pages).toContain(`useUndoable(${command},`);
    for (const without of [`useCommand(${command},`, `useAction(${command},`, `callCommand(${command},`])
      expect(pages).not.toContain(without);
  });
});

describe('what is taken back is as before, and both are in the log', () => {
  const reason = 'Vu avec l’équipe';
  const logOf = (action: string, subject: string) =>
    rows(
      'select before, after, reason from public.audit_log where action = $1 and subject_id = $2 order by id',
      [action, subject],
    );
  /** Does it, takes it back, and compares. */
  async function andBack(
    contract: Contract,
    subject: string,
    stateOf: () => Promise<unknown>,
    act: () => Promise<unknown>,
  ) {
    const before = await stateOf();
    const inverse = await act();
    expect(await stateOf()).not.toEqual(before);
    if (inverse === null) throw new Error(`${contract.name} is not taken back`);
    await ask(admin, contract, inverse);
    expect(await stateOf()).toEqual(before);
    const [done, undone] = await logOf(contract.name, subject);
    expect(undone?.after).toEqual(done?.before);
    expect(undone?.before).toEqual(done?.after);
    return { done, undone };
  }

  test('a streamer’s standing', async () => {
    const { id } = await product.join({ role: 'streamer' });
    const input = { streamerId: id, standing: 'withhold' as const, reason };
    const { undone } = await andBack(
      setStreamerStanding,
      id,
      () => rows('select withheld_at, featured_at from public.streamers where id = $1', [id]),
      async () => {
        await ask(admin, setStreamerStanding, input);
        return setStreamerStanding.undo(input);
      },
    );
    expect(undone?.reason).toBe(`Annulé aussitôt : ${reason}`);
  });

  test('a role between viewer and streamer, and none that the team has', async () => {
    const { id } = await product.join();
    const input = { personId: id, role: 'streamer' as const, reason };
    await andBack(
      changeRole,
      id,
      () => rows('select role from public.profiles where id = $1', [id]),
      async () => {
        await ask(admin, changeRole, input);
        return changeRole.undo(input, 'viewer');
      },
    );
    expect(changeRole.undo(input, 'admin')).toBeNull();
    expect(changeRole.undo({ ...input, role: 'admin' }, 'viewer')).toBeNull();
  });

  test('roles in the team', async () => {
    const { id } = await product.join({ role: 'admin' });
    const input = { personId: id, roles: ['support' as const, 'finance' as const], reason };
    await andBack(
      setTeamRoles,
      id,
      () => rows('select role from public.team_roles where person_id = $1 order by role', [id]),
      async () => {
        await ask(admin, setTeamRoles, input);
        return setTeamRoles.undo(input, ['all']);
      },
    );
  });

  test('the order, a name and the retirement of a category', async () => {
    const id = `essai-${randomUUID().slice(0, 8)}`;
    const label = `Essai ${id}`;
    await ask(admin, addEntry, { list: 'categories', id, label, reason });
    const list = 'categories' as const;
    const idsNow = async () =>
      (await rows('select id from public.categories where merged_into is null order by position, id')).map(
        (row) => row.id,
      );
    const before = await idsNow();
    const ordered = { list, ids: before.toReversed(), reason };
    await andBack(orderEntries, list, idsNow, async () => {
      await ask(admin, orderEntries, ordered);
      return orderEntries.undo(ordered, before);
    });
    const stateOf = () => rows('select label, retired_at from public.categories where id = $1', [id]);
    const renamed = { list, id, label: `Autre ${id}`, reason };
    await andBack(renameEntry, id, stateOf, async () => {
      await ask(admin, renameEntry, renamed);
      return renameEntry.undo(renamed, label);
    });
    const retired = { list, id, retired: true, reason };
    await andBack(retireEntry, id, stateOf, async () => {
      await ask(admin, retireEntry, retired);
      return retireEntry.undo(retired);
    });
  });

  test('who is featured on the home page', async () => {
    const { id } = await product.join({ role: 'streamer' });
    const stateOf = () =>
      rows(
        'select id, featured_from::text, featured_until::text from public.streamers where featured_at is not null order by featured_position',
      );
    const input = { before: [], places: [{ streamerId: id, from: '2026-12-01', until: null }], reason };
    await andBack(arrangeHome, 'home', stateOf, async () => {
      await ask(admin, arrangeHome, input);
      return arrangeHome.undo(input);
    });
  });

  test('who has a thread, and where it stands: it waits for as long as it did', async () => {
    const [thread] = await rows(
      `insert into public.support_threads (person_id, subject, context, opened_at, last_message_at, waiting_since)
       values ($1, 'Mon billet', 'help', now(), now(), now() - interval '30 hours') returning id, waiting_since`,
      [viewer.id],
    );
    const threadId: string = thread?.id;
    await rows(
      "insert into public.support_messages (thread_id, side, body, sent_at) values ($1, 'person', 'Bonjour', $2)",
      [threadId, thread?.waiting_since],
    );
    const stateOf = () =>
      rows(
        'select state, assignee_id, waiting_since, resolved_at from public.support_threads where id = $1',
        [threadId],
      );
    const taken = { threadId, assigneeId: admin.id, before: null };
    await andBack(assignThread, threadId, stateOf, async () => {
      await ask(admin, assignThread, taken);
      return assignThread.undo(taken);
    });
    const settled = { threadId, state: 'resolved' as const };
    await andBack(setThreadState, threadId, stateOf, async () => {
      await ask(admin, setThreadState, settled);
      return setThreadState.undo(settled, 'open');
    });
  });
});
