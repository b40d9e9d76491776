import { randomUUID } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_FACTS, type AuditAction } from '#product/audit-actions.ts';
import { addEntry, orderEntries, renameEntry, retireEntry } from '#product/catalogue/contract.ts';
import { createCommands } from '#product/commands.ts';
import { arrangeHome } from '#product/discovery/home-contract.ts';
import { assignThread, setThreadState } from '#product/support/contract.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { UNDO } from '#product/undo.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { changeRole, setTeamRoles } from './contract.ts';
import { setStreamerStanding } from './marketplace-contract.ts';

const product = await openProduct();
const { rows } = product;
const admin = await product.join({ role: 'admin' });
const commands = createCommands(product.deps);

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
/** Of the others, those that cannot be taken back, and why. */
const FINAL: Readonly<Record<string, string>> = {
  'accounting/close-month': 'a closed month stays closed',
  'accounting/record-deposit': 'the administration has it',
  'accounting/schedule-report': 'it is stopped by a command of its own',
  'accounting/stop-report': 'it is scheduled again instead',
  'administration/cancel-booking': 'money is given back, people are told',
  'administration/cancel-session': 'money is given back, people are told',
  'administration/change-settings': 'somebody may have booked under them',
  'administration/correct-age': 'the person is told',
  'administration/decide-admin-request': 'the person is told',
  'administration/propose-session-start': 'people are asked',
  'administration/overrule-settlement': 'money is given back, people are told',
  'administration/refund-payment': 'money is given back',
  'administration/replay-mail': 'a mail leaves',
  'administration/restore-person': 'the person is told',
  'administration/sign-out-everywhere': 'sessions are gone',
  'administration/suspend-person': 'requests are called off, the person is told',
  'catalogue/add-entry': 'pages may name it at once',
  'catalogue/merge-categories': 'what named the one and what named the other can no longer be told apart',
  'catalogue/merge-languages': 'as with categories',
  'announcements/plan-announcement': 'people may be told at once',
  'announcements/stop-announcement': 'it is planned again instead',
  'content/test-mail': 'a mail to oneself',
  'content/publish-text': 'a version may be accepted at once',
  'documents/inspect-fiscal-identity': 'what was read was read',
  'accounts/decide-factor-removal': 'the person is told',
  'administration/open-viewing': 'what was seen was seen, and the person is told',
  'moderation/decide-appeal': 'the person is told',
  'moderation/decide-case': 'the person is told',
  'moderation/open-conversation': 'what was read was read, and both are told',
  'moderation/show-again': 'the person is told',
  'moderation/take-case': 'it ends by itself',
  'payments/answer-case': 'a bank is answered, or money is given back',
  'payments/close-order': 'the money was settled in another way',
  'payments/relaunch-order': 'money moves',
};

/** Of all acts, those that find nothing that was: they write something new, or note that something was read. */
const FROM_NOTHING = [
  'accounting/close-month',
  'accounting/schedule-report',
  'administration/open-viewing',
  'announcements/plan-announcement',
  'catalogue/add-entry',
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
    expect(ofTeam.filter((name) => !(name in NO_ACT) && !(name in FINAL) && !(name in UNDO))).toEqual([]);
    expect(
      [...Object.keys(NO_ACT), ...Object.keys(FINAL), ...Object.keys(UNDO)].filter(
        (name) => !ofTeam.includes(name),
      ),
    ).toEqual([]);
  });

  test.each(ofTeam.filter((name) => !(name in NO_ACT)))('%s asks why, and is in the log', (name) => {
    expect(AUDIT_ACTIONS).toContain(name);
    const request = commands.find(({ contract }) => contract.name === name)?.contract.request;
    const shape =
      request && 'shape' in request
        ? (request.shape as Record<string, { safeParse: (value: unknown) => { success: boolean } }>)
        : {};
    // A step of the team's own work is asked why only where several are taken at once.
    if (!WORK.includes(name)) expect(shape.reason?.safeParse(undefined).success).toBe(false);
    if (shape.reason) expect(shape.reason.safeParse('   ').success).toBe(false);
    // What it writes is typed by this table: before and after, both.
    const { before, after } = AUDIT_FACTS[name as AuditAction];
    expect(after).not.toBeNull();
    expect([name, before === null]).toEqual([name, FROM_NOTHING.includes(name)]);
    const file = `commands/${name.split('/')[1]}.ts`;
    const sources = globSync(`product/*/${file}`, { cwd: fileURLToPath(root) }).map(sourceOf);
    expect(sources.join('\n')).toMatch(/await audit\(db, \{[^}]*action: contract\.name/);
  });

  test.each(Object.keys(UNDO))('%s offers « Annuler » wherever the team’s pages send it', (name) => {
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
    name: keyof typeof UNDO,
    subject: string,
    stateOf: () => Promise<unknown>,
    act: () => Promise<{ contract: unknown; input: unknown } | null>,
  ) {
    const before = await stateOf();
    const inverse = await act();
    expect(await stateOf()).not.toEqual(before);
    if (inverse === null) throw new Error(`${name} is not taken back`);
    await ask(admin, inverse.contract as typeof changeRole, inverse.input as never);
    expect(await stateOf()).toEqual(before);
    const [done, undone] = await logOf(name, subject);
    expect(undone?.after).toEqual(done?.before);
    expect(undone?.before).toEqual(done?.after);
    return { done, undone };
  }

  test('a streamer’s standing', async () => {
    const { id } = await product.join({ role: 'streamer' });
    const input = { streamerId: id, standing: 'withhold' as const, reason };
    const { undone } = await andBack(
      setStreamerStanding.name,
      id,
      () => rows('select withheld_at, featured_at from public.streamers where id = $1', [id]),
      async () => {
        await ask(admin, setStreamerStanding, input);
        return UNDO[setStreamerStanding.name](input);
      },
    );
    expect(undone?.reason).toBe(`Annulé aussitôt : ${reason}`);
  });

  test('a role between viewer and streamer, and none that the team has', async () => {
    const { id } = await product.join();
    const input = { personId: id, role: 'streamer' as const, reason };
    await andBack(
      changeRole.name,
      id,
      () => rows('select role from public.profiles where id = $1', [id]),
      async () => {
        await ask(admin, changeRole, input);
        return UNDO[changeRole.name](input, 'viewer');
      },
    );
    expect(UNDO[changeRole.name](input, 'admin')).toBeNull();
    expect(UNDO[changeRole.name]({ ...input, role: 'admin' }, 'viewer')).toBeNull();
  });

  test('roles in the team', async () => {
    const { id } = await product.join({ role: 'admin' });
    const input = { personId: id, roles: ['support' as const, 'finance' as const], reason };
    await andBack(
      setTeamRoles.name,
      id,
      () => rows('select role from public.team_roles where person_id = $1 order by role', [id]),
      async () => {
        await ask(admin, setTeamRoles, input);
        return UNDO[setTeamRoles.name](input, ['all']);
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
    await andBack(orderEntries.name, list, idsNow, async () => {
      await ask(admin, orderEntries, ordered);
      return UNDO[orderEntries.name](ordered, before);
    });
    const stateOf = () => rows('select label, retired_at from public.categories where id = $1', [id]);
    const renamed = { list, id, label: `Autre ${id}`, reason };
    await andBack(renameEntry.name, id, stateOf, async () => {
      await ask(admin, renameEntry, renamed);
      return UNDO[renameEntry.name](renamed, label);
    });
    const retired = { list, id, retired: true, reason };
    await andBack(retireEntry.name, id, stateOf, async () => {
      await ask(admin, retireEntry, retired);
      return UNDO[retireEntry.name](retired);
    });
  });

  test('who is featured on the home page', async () => {
    const { id } = await product.join({ role: 'streamer' });
    const stateOf = () =>
      rows(
        'select id, featured_from::text, featured_until::text from public.streamers where featured_at is not null order by featured_position',
      );
    const input = { before: [], places: [{ streamerId: id, from: '2026-12-01', until: null }], reason };
    await andBack(arrangeHome.name, 'home', stateOf, async () => {
      await ask(admin, arrangeHome, input);
      return UNDO[arrangeHome.name](input);
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
    await andBack(assignThread.name, threadId, stateOf, async () => {
      await ask(admin, assignThread, taken);
      return UNDO[assignThread.name](taken);
    });
    const settled = { threadId, state: 'resolved' as const };
    await andBack(setThreadState.name, threadId, stateOf, async () => {
      await ask(admin, setThreadState, settled);
      return UNDO[setThreadState.name](settled, 'open');
    });
  });
});
