import { describe, expect, test, vi } from 'vitest';
import { insertAdminRequest } from '#database/seed/factories.ts';
import {
  changeRole,
  decideAdminRequest,
  restorePerson,
  setTeamRoles,
  signOutEverywhere,
  suspendPerson,
} from '#product/administration/contract.ts';
import { decideCase, takeCase } from '#product/moderation/contract.ts';
import { AppError } from '#product/shared/errors.ts';
import { TEAM_ROLES, type TeamRole } from '#product/shared/team-roles.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { asCaller, inTransaction } from '#server/postgres/as-caller.ts';
import { loadActs } from './acts.ts';
import { createCommands } from './commands.ts';

const EVERYBODY = 'Y Y Y Y Y';
/**
 * The commands of the team that more than the role `all` may send, then who reads their entries of the audit log, where they leave some: one mark a
 * role, all, read_only, support, moderation, finance. An entry tells a reason, an amount or a measure: it is read by those who may read what it is about.
 */
const COMMANDS: Readonly<Record<string, readonly [sent: string, read?: string]>> = {
  'accounts/decide-factor-removal': ['Y n Y n n', 'Y n Y n n'],
  'accounting/close-month': ['Y n n n Y', 'Y n n n Y'],
  'accounting/make-file': ['Y n n n Y', 'Y n n n Y'],
  'accounting/read-file': ['Y n n n Y', 'Y n n n Y'],
  'accounting/read-file-part': ['Y n n n Y'],
  'accounting/read-month': ['Y n n n Y'],
  'accounting/record-deposit': ['Y n n n Y', 'Y n n n Y'],
  'accounting/schedule-report': ['Y n n n Y', 'Y n n n Y'],
  'accounting/stop-report': ['Y n n n Y', 'Y n n n Y'],
  'administration/cancel-booking': ['Y n Y Y n', EVERYBODY],
  'administration/cancel-session': ['Y n Y Y n', EVERYBODY],
  'administration/correct-age': ['Y n Y Y n', 'Y n Y Y n'],
  'administration/find-subjects': ['Y Y Y Y Y'],
  'administration/list-devices': ['Y n Y Y n'],
  'administration/preview-age': ['Y n Y Y n'],
  'administration/propose-session-start': ['Y n Y Y n', EVERYBODY],
  'administration/overrule-settlement': ['Y n Y n Y', EVERYBODY],
  'administration/refund-payment': ['Y n Y n Y', EVERYBODY],
  'administration/replay-mail': ['Y n Y n n', EVERYBODY],
  'administration/restore-person': ['Y n n Y n', 'Y n Y Y n'],
  'administration/open-viewing': ['Y n Y n n', 'Y n Y n n'],
  'administration/set-streamer-standing': ['Y n n Y n', EVERYBODY],
  'administration/sign-out-everywhere': ['Y n Y Y n', EVERYBODY],
  'administration/suspend-person': ['Y n n Y n', 'Y n Y Y n'],
  'commerce/make-platform-code': ['Y n n n Y', 'Y n n n Y'],
  'commerce/stop-platform-code': ['Y n n n Y', 'Y n n n Y'],
  'content/list-mails': ['Y Y Y Y Y'],
  'content/preview-mail': ['Y Y Y Y Y', EVERYBODY],
  'content/test-mail': ['Y Y Y Y Y', EVERYBODY],
  'documents/inspect-fiscal-identity': ['Y n n n Y', 'Y n n n Y'],
  'moderation/decide-appeal': ['Y n n Y n', 'Y n n Y n'],
  'moderation/decide-case': ['Y n n Y n', 'Y n n Y n'],
  'moderation/open-conversation': ['Y n Y Y n', 'Y n Y Y n'],
  'moderation/preview-decision': ['Y n n Y n'],
  'moderation/read-case': ['Y n n Y n'],
  'moderation/show-again': ['Y n n Y n', 'Y n n Y n'],
  'moderation/take-case': ['Y n n Y n', 'Y n n Y n'],
  'payments/answer-case': ['Y n n n Y', 'Y n n n Y'],
  'payments/close-order': ['Y n n n Y', 'Y n n n Y'],
  'payments/relaunch-order': ['Y n n n Y', 'Y n n n Y'],
  'announcements/count-audience': ['Y n Y n n'],
  'announcements/plan-announcement': ['Y n Y n n', 'Y n Y n n'],
  'announcements/stop-announcement': ['Y n Y n n', 'Y n Y n n'],
  'announcements/test-announcement': ['Y n Y n n'],
  'support/add-note': ['Y n Y n n'],
  'support/answer-thread': ['Y n Y n n'],
  'support/assign-thread': ['Y n Y n n', 'Y n Y n n'],
  'support/note-person': ['Y n Y Y n'],
  'support/read-thread': ['Y n Y n n'],
  'support/set-thread-state': ['Y n Y n n', 'Y n Y n n'],
};
/** Who reads what was done by others, by `all` alone or by the server. Everybody of the team reads what is not in a table. */
const READERS: Readonly<Record<string, string>> = {
  'accounts/keep-factors': 'Y n Y n n',
  'accounts/remove-factors': 'Y n Y n n',
  'accounts/request-factor-removal': 'Y n Y n n',
  'administration/decide-admin-request': 'Y n n n n',
  'conference/enter-room': 'Y n Y Y n',
  'conference/moderate-room': 'Y n Y Y Y',
  'guardians/confirm-guardianship': 'Y n Y Y n',
  'guardians/stop-guardianship': 'Y n Y Y n',
};
/** The commands of the role `all` alone. What is added for the team is one of these, unless the table above says otherwise. */
const OF_ALL = [
  'administration/change-role',
  'administration/change-settings',
  'administration/decide-admin-request',
  'administration/set-team-roles',
  'catalogue/add-entry',
  'catalogue/count-uses',
  'catalogue/merge-categories',
  'catalogue/merge-languages',
  'catalogue/order-entries',
  'catalogue/rename-entry',
  'catalogue/retire-entry',
  'catalogue/set-picture',
  'discovery/arrange-home',
  'discovery/preview-home',
  'content/publish-text',
  'content/save-draft',
];

const product = await openProduct();
const join = async (...roles: TeamRole[]): Promise<SignedIn> => {
  const admin = await product.join({ role: 'admin' });
  await product.rows('delete from public.team_roles where person_id = $1', [admin.id]);
  for (const role of roles)
    await product.rows('insert into public.team_roles (person_id, role) values ($1, $2)', [admin.id, role]);
  return admin;
};
const rolesOf = async ({ id }: SignedIn): Promise<string[]> =>
  (await product.rows('select role from public.team_roles where person_id = $1 order by role', [id])).map(
    ({ role }) => role,
  );
const commands = await createCommands(product.deps);
/** Whether the access of a command lets somebody in. */
const mayCall = async (name: string, { id }: SignedIn): Promise<'Y' | 'n'> => {
  const command = commands.find(({ contract }) => contract.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const caller = { role: 'authenticated', claims: { sub: id }, userId: id, sessionId: null };
  try {
    await inTransaction(product.database.pool, (db) => command.access(db, caller));
    return 'Y';
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return 'n';
    throw error;
  }
};

describe('who of the team may send which command', async () => {
  const people: SignedIn[] = [];
  for (const role of TEAM_ROLES) people.push(await join(role));
  const nobody = await join();
  const viewer = await product.join();
  const streamer = await product.join({ role: 'streamer' });
  const marksOf = async (name: string) => {
    const marks: string[] = [];
    for (const person of people) marks.push(await mayCall(name, person));
    return marks.join(' ');
  };

  test.each(Object.entries(COMMANDS))('%s: %s', async (name, [expected]) => {
    expect(await marksOf(name)).toBe(expected);
    for (const other of [nobody, viewer, streamer]) expect(await mayCall(name, other)).toBe('n');
  });

  test('every other command of the team is for all alone, and an admin without a role sends none', async () => {
    const ofTeam: string[] = [];
    for (const { contract } of commands) {
      const [all] = people;
      if (!all || (await mayCall(contract.name, all)) === 'n') continue;
      // What viewers and streamers may send too is nobody's duty.
      if ((await mayCall(contract.name, viewer)) === 'Y' || (await mayCall(contract.name, streamer)) === 'Y')
        continue;
      ofTeam.push(contract.name);
      if (COMMANDS[contract.name] === undefined)
        expect([contract.name, await marksOf(contract.name)]).toEqual([contract.name, 'Y n n n n']);
      expect([contract.name, await mayCall(contract.name, nobody)]).toEqual([contract.name, 'n']);
    }
    expect(ofTeam).toEqual(expect.arrayContaining([...OF_ALL, ...Object.keys(COMMANDS)]));
  });
});

describe('who of the team reads which entries of the audit log', async () => {
  const names = (await loadActs()).map(({ name }) => name);
  const GONE = 'others/of-before';
  await product.rows(
    `insert into public.audit_log (action, subject_table, subject_id, reason) select action, 'others', 'readers', 'Essai' from unnest($1::text[]) as action`,
    [[...names, GONE]],
  );
  /** The acts of which each role reads the entry, by the table and by the view. */
  const read = new Map<string, Set<string>>();
  for (const role of TEAM_ROLES) {
    const { id } = await join(role);
    const caller = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } };
    for (const relation of ['audit_log', 'audit_log_details']) {
      const rows = await asCaller(
        product.database.pool,
        caller,
        async (db) =>
          (await db.query(`select action from public.${relation} where subject_id = 'readers'`)).rows,
      );
      read.set(`${relation} ${role}`, new Set(rows.map(({ action }) => action)));
    }
  }
  const marksOf = (relation: string, act: string) =>
    TEAM_ROLES.map((role) => (read.get(`${relation} ${role}`)?.has(act) ? 'Y' : 'n')).join(' ');

  test.each(names)('%s is read by those of the team who may read what it is about', (name) => {
    const expected = COMMANDS[name]?.[1] ?? READERS[name] ?? EVERYBODY;
    expect([marksOf('audit_log', name), marksOf('audit_log_details', name)]).toEqual([expected, expected]);
  });

  test('each that is in a table is an act', () => {
    const told = Object.entries(COMMANDS).flatMap(([name, [, readers]]) =>
      readers === undefined ? [] : [name],
    );
    expect([...told, ...Object.keys(READERS)].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => name in COMMANDS && !told.includes(name))).toEqual([]);
  });

  test('one of which no contract says who reads it is read by all alone', () => {
    expect(marksOf('audit_log', GONE)).toBe('Y n n n n');
  });
});

describe('the roles of the team', () => {
  const reason = 'Nouvelle répartition';

  test('are given by who may do all, apply at once, and stand in the log', async () => {
    const [chief, other] = [await join('all'), await join('read_only')];
    expect(await codeOf(other, setTeamRoles, { personId: chief.id, roles: ['support'], reason })).toBe(
      'forbidden',
    );
    await ask(chief, setTeamRoles, { personId: other.id, roles: ['support', 'finance'], reason });
    expect(await rolesOf(other)).toEqual(['finance', 'support']);
    expect(await mayCall('accounting/read-month', other)).toBe('Y');
    expect(
      await codeOf(chief, setTeamRoles, { personId: other.id, roles: ['finance', 'support'], reason }),
    ).toBe('role_unchanged');
    const log = await product.rows(
      "select actor_id, before, after from public.audit_log where action = 'administration/set-team-roles' and subject_id = $1",
      [other.id],
    );
    expect(log).toEqual([
      {
        actor_id: chief.id,
        before: { teamRoles: ['read_only'] },
        after: { teamRoles: ['finance', 'support'] },
      },
    ]);
  });

  test('all and read_only stand alone, and nobody but an admin has one', async () => {
    const [chief, other, viewer] = [await join('all'), await join('support'), await product.join()];
    expect(await codeOf(chief, setTeamRoles, { personId: other.id, roles: ['all', 'support'], reason })).toBe(
      'invalid_input',
    );
    expect(await codeOf(chief, setTeamRoles, { personId: other.id, roles: [], reason })).toBe(
      'invalid_input',
    );
    expect(await codeOf(chief, setTeamRoles, { personId: viewer.id, roles: ['support'], reason })).toBe(
      'person_not_found',
    );
    await expect(
      product.rows("insert into public.team_roles (person_id, role) values ($1, 'read_only')", [other.id]),
    ).rejects.toThrow('team_roles_alone');
    await ask(chief, changeRole, { personId: viewer.id, role: 'admin', reason });
    expect(await rolesOf(viewer)).toEqual(['read_only']);
    await ask(chief, changeRole, { personId: viewer.id, role: 'viewer', reason });
    expect(await rolesOf(viewer)).toEqual([]);
  });

  test('the last one who may do all keeps it, no matter who asks at once', async () => {
    await product.rows("update public.team_roles set role = 'read_only' where role = 'all'");
    const [one, two, reader] = [await join('all'), await join('all'), await join('read_only')];
    const take = (from: SignedIn, to: SignedIn) =>
      send(from, setTeamRoles, { personId: to.id, roles: ['read_only'], reason });
    const answers = await Promise.all([take(one, two), take(two, one), take(one, two), take(two, one)]);
    expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    const left = [...(await rolesOf(one)), ...(await rolesOf(two))].toSorted();
    expect(left).toEqual(['all', 'read_only']);
    const last = (await rolesOf(one)).includes('all') ? one : two;
    expect(await codeOf(last, setTeamRoles, { personId: last.id, roles: ['read_only'], reason })).toBe(
      'cannot_act_on_self',
    );
    expect(await codeOf(reader, changeRole, { personId: last.id, role: 'viewer', reason })).toBe('forbidden');
  });
});

describe('a duty reaches the people whom Loge serves, and only all reaches the team', () => {
  const reason = 'Compte compromis';

  test('to suspend, restore and sign out', async () => {
    const [chief, moderator, helper] = [await join('all'), await join('moderation'), await join('support')];
    const [colleague, viewer] = [await join('finance'), await product.join()];
    const suspension = ({ id }: SignedIn) => ({ personId: id, until: null, reason });
    const act = ({ id }: SignedIn) => ({ personId: id, reason });

    expect(await codeOf(moderator, suspendPerson, suspension(colleague))).toBe('forbidden');
    expect(await codeOf(moderator, signOutEverywhere, act(chief))).toBe('forbidden');
    expect(await codeOf(helper, signOutEverywhere, act(chief))).toBe('forbidden');
    await ask(chief, suspendPerson, suspension(colleague));
    expect(await codeOf(moderator, restorePerson, act(colleague))).toBe('forbidden');
    await ask(chief, restorePerson, act(colleague));

    await ask(moderator, suspendPerson, suspension(viewer));
    await ask(moderator, restorePerson, act(viewer));
    await ask(helper, signOutEverywhere, act(viewer));
    // Their own telephone may be lost too.
    await ask(helper, signOutEverywhere, act(helper));
  });

  test('to decide a case by a suspension', async () => {
    const [chief, moderator, colleague] = [
      await join('all'),
      await join('moderation'),
      await join('support'),
    ];
    const [{ id: caseId }] = await product.rows(
      `insert into public.moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
       values ('profile', gen_random_uuid(), $1, 'Essai', 1, 'other', now(), now()) returning id`,
      [colleague.id],
    );
    const decision = {
      caseId,
      measure: 'suspend' as const,
      days: 7,
      cancelSessions: false,
      rule: 'off_platform' as const,
      facts: 'Le message demande un paiement ailleurs.',
      reason,
      expectedRefundCents: 0,
      unfounded: false,
    };
    await ask(moderator, takeCase, { caseId });
    expect(await codeOf(moderator, decideCase, decision)).toBe('forbidden');
    await product.rows('update public.moderation_cases set taken_by = $2 where id = $1', [caseId, chief.id]);
    await ask(chief, decideCase, decision);
  });
});

describe('rights that are taken while a command waits for the lock do not count any more', () => {
  const reason = 'Trop tard';
  const commandsOf: Record<string, (chief: SignedIn) => Promise<string | null>> = {
    'change-role': async (chief) =>
      codeOf(chief, changeRole, { personId: (await product.join()).id, role: 'admin', reason }),
    'decide-admin-request': async (chief) => {
      const { id } = await product.join();
      const requestId = await insertAdminRequest(product.database.pool, id);
      return codeOf(chief, decideAdminRequest, { requestId, decision: 'approve', reason });
    },
    'suspend-person': async (chief) =>
      codeOf(chief, suspendPerson, { personId: (await join('support')).id, until: null, reason }),
    'sign-out-everywhere': async (chief) =>
      codeOf(chief, signOutEverywhere, { personId: (await join('support')).id, reason }),
  };

  test.each(Object.entries(commandsOf))('%s', async (_name, send) => {
    const chief = await join('all');
    const taking = await product.database.pool.connect();
    try {
      await taking.query('begin; select private.count_active_admins()');
      const answer = send(chief);
      await vi.waitFor(async () => {
        const waiting = await product.rows(
          "select from pg_locks where locktype = 'advisory' and not granted",
        );
        expect(waiting).toHaveLength(1);
      }, 10_000);
      await taking.query("update public.team_roles set role = 'read_only' where person_id = $1", [chief.id]);
      await taking.query('commit');
      expect(await answer).toBe('forbidden');
    } finally {
      await taking.query('rollback');
      taking.release();
    }
  });
});
