import { beforeAll, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { loadActs } from '#product/acts.ts';
import { TEAM_ROLES } from '#product/shared/team-roles.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

/**
 * Who of the team reads which entries of the log, one mark a role: all, read_only, support, moderation, finance. An entry tells a reason, an amount or a
 * measure: it is read by those who may read what it is about.
 */
const EVERYBODY = 'Y Y Y Y Y';
const READERS: Readonly<Record<string, string>> = {
  'accounting/close-month': 'Y n n n Y',
  'accounting/make-file': 'Y n n n Y',
  'accounting/read-file': 'Y n n n Y',
  'accounting/record-deposit': 'Y n n n Y',
  'accounting/schedule-report': 'Y n n n Y',
  'accounting/stop-report': 'Y n n n Y',
  'accounts/cancel-deletion': EVERYBODY,
  'accounts/decide-factor-removal': 'Y n Y n n',
  'accounts/keep-factors': 'Y n Y n n',
  'accounts/purge-deleted': EVERYBODY,
  'accounts/remove-factors': 'Y n Y n n',
  'accounts/request-deletion': EVERYBODY,
  'accounts/request-factor-removal': 'Y n Y n n',
  'administration/cancel-booking': EVERYBODY,
  'administration/cancel-session': EVERYBODY,
  'administration/change-role': EVERYBODY,
  'administration/change-settings': EVERYBODY,
  'administration/correct-age': 'Y n Y Y n',
  'administration/decide-admin-request': 'Y n n n n',
  'administration/open-viewing': 'Y n Y n n',
  'administration/overrule-settlement': EVERYBODY,
  'administration/propose-session-start': EVERYBODY,
  'administration/refund-payment': EVERYBODY,
  'administration/replay-mail': EVERYBODY,
  'administration/restore-person': 'Y n Y Y n',
  'administration/set-streamer-standing': EVERYBODY,
  'administration/set-team-roles': EVERYBODY,
  'administration/sign-out-everywhere': EVERYBODY,
  'administration/suspend-person': 'Y n Y Y n',
  'announcements/plan-announcement': 'Y n Y n n',
  'announcements/stop-announcement': 'Y n Y n n',
  'catalogue/add-entry': EVERYBODY,
  'catalogue/merge-categories': EVERYBODY,
  'catalogue/merge-languages': EVERYBODY,
  'catalogue/order-entries': EVERYBODY,
  'catalogue/rename-entry': EVERYBODY,
  'catalogue/retire-entry': EVERYBODY,
  'catalogue/set-picture': EVERYBODY,
  'conference/enter-room': 'Y n Y Y n',
  'conference/moderate-room': 'Y n Y Y Y',
  'content/preview-mail': EVERYBODY,
  'content/publish-text': EVERYBODY,
  'content/test-mail': EVERYBODY,
  'discovery/arrange-home': EVERYBODY,
  'documents/inspect-fiscal-identity': 'Y n n n Y',
  'guardians/confirm-guardianship': 'Y n Y Y n',
  'guardians/stop-guardianship': 'Y n Y Y n',
  'moderation/decide-appeal': 'Y n n Y n',
  'moderation/decide-case': 'Y n n Y n',
  'moderation/open-conversation': 'Y n Y Y n',
  'moderation/show-again': 'Y n n Y n',
  'moderation/take-case': 'Y n n Y n',
  'payments/answer-case': 'Y n n n Y',
  'payments/close-order': 'Y n n n Y',
  'payments/relaunch-order': 'Y n n n Y',
  'server/make-admin': EVERYBODY,
  'support/assign-thread': 'Y n Y n n',
  'support/set-thread-state': 'Y n Y n n',
};

const db = await openTestDatabase('product');
const actions = (await loadActs()).map(({ name }) => name);
/** The actions of which each role reads an entry, by the table and by the view. */
const read = new Map<string, Set<string>>();

beforeAll(async () => {
  await db.pool.query(
    `insert into audit_log (action, subject_table, subject_id, reason) select action, 'others', 'a', 'Essai' from unnest($1::text[]) as action`,
    [actions],
  );
  for (const role of TEAM_ROLES) {
    const id = await insertPerson(db.pool, { email: `${role}-reads@loge.test`, role: 'admin' });
    await db.pool.query('update team_roles set role = $2 where person_id = $1', [id, role]);
    const caller = { role: 'authenticated', claims: { sub: id, role: 'authenticated' } };
    for (const relation of ['audit_log', 'audit_log_details']) {
      const rows = await asCaller(
        db.pool,
        caller,
        async (client) => (await client.query(`select action from public.${relation}`)).rows,
      );
      read.set(`${relation} ${role}`, new Set(rows.map(({ action }) => action)));
    }
  }
});

test.each(actions)('%s is read by those of the team who may read what it is about', (action) => {
  for (const relation of ['audit_log', 'audit_log_details']) {
    const marks = TEAM_ROLES.map((role) => (read.get(`${relation} ${role}`)?.has(action) ? 'Y' : 'n'));
    expect(marks.join(' ')).toBe(READERS[action]);
  }
});
