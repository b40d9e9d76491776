import type pg from 'pg';
import { fullName, searchText } from '#product/shared/names.ts';
import { AVATARS, ROLES, type Role } from '#product/shared/roles.ts';
import { insertAdminRequest, insertPerson, type Named, STREAMERS, VIEWERS } from './factories.ts';
import { birthOfMinor, MINOR } from './seed-minor.ts';

export interface SeedPeople {
  /** The argon2 hash of the password that all demo accounts share. */
  passwordHash: string;
  password: string;
  now: Date;
  /** Runs a command of Loge in the seed's transaction, at a moment of the past. */
  act: (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;
}

const DAY = 86_400_000;

/**
 * The sample accounts of spec 3: the first name is the capitalised role, the last name 'Test', the
 * avatar by role.
 */
const sampleOf = (role: Role) => ({
  email: `${role}@loge.test`,
  firstName: role.charAt(0).toUpperCase() + role.slice(1),
  lastName: 'Test',
  role,
  avatarUrl: AVATARS[role],
});

/** « Éloïse d’Aubigné » -> 'eloise.daubigne@exemple.test' */
const addressOf = ([firstName, lastName]: Named) =>
  `${[firstName, lastName].map((name) => searchText(name).replace(/[^a-z]/g, '')).join('.')}@exemple.test`;

/** @returns the ids of the demo people by full name, and of the three sample accounts by role */
export async function seedPeople(
  db: pg.ClientBase,
  { passwordHash, password, now, act }: SeedPeople,
): Promise<{ samples: Record<Role, string>; people: ReadonlyMap<string, string> }> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const samples = {} as Record<Role, string>;
  for (const role of ROLES) {
    samples[role] = await insertPerson(db, { ...sampleOf(role), passwordHash, createdAt: ago(400) });
  }

  const people = new Map<string, string>();
  const join = async (role: Role, list: readonly Named[], unconfirmed: readonly string[]) => {
    for (const [index, named] of list.entries()) {
      const [firstName, lastName] = named;
      const name = fullName({ firstName, lastName });
      // Spread over a year by fixed strides, so that every start of a demo shows the same people in
      // the same order.
      const waits = unconfirmed.includes(name);
      const createdAt = ago(waits ? 1 + (index % 6) : 12 + ((index * 37) % 350));
      const draft = {
        email: addressOf(named),
        firstName,
        lastName,
        role,
        passwordHash,
        createdAt,
        ...(name === MINOR && { age: birthOfMinor(now) }),
      };
      const lastSignInAt = waits ? null : ago((index * 5) % 11);
      people.set(
        name,
        await insertPerson(db, { ...draft, lastSignInAt, confirmedAt: waits ? null : createdAt }),
      );
    }
  };
  await join('streamer', STREAMERS, ['Adrien Sauvage']);
  await join('viewer', VIEWERS, ['Nour Khalil', 'Alice Beaumont', 'Erwan Le Bihan']);

  const idOf = (name: string) => {
    const id = people.get(name);
    if (id === undefined) throw new Error(`no demo person ${name}`);
    return id;
  };
  const asAdmin = (command: string, input: unknown, days: number) =>
    act(`administration/${command}`, samples.admin, input, ago(days));
  const decide = async (name: string, decision: 'approve' | 'refuse', reason: string, days: number) => {
    const requestId = await insertAdminRequest(db, idOf(name), ago(days + 2));
    await asAdmin('decide-admin-request', { requestId, decision, reason }, days);
  };

  await decide('Raphaël Cohen', 'approve', 'Rejoint l’équipe de modération', 120);
  await decide('Quentin Faure', 'refuse', 'Ne fait pas partie de l’équipe', 45);
  await insertAdminRequest(db, idOf('Hélène Barbier'), ago(3));
  await insertAdminRequest(db, idOf('Samuel Okafor'), ago(1));

  await asAdmin(
    'change-role',
    { personId: idOf('Raphaël Cohen'), role: 'streamer', reason: 'A quitté l’équipe, reprend ses sessions' },
    30,
  );
  await asAdmin(
    'change-role',
    {
      personId: idOf('Margaux Fontaine'),
      role: 'viewer',
      reason: 'Inscrite comme streameuse par erreur, à sa demande',
    },
    62,
  );
  await asAdmin(
    'change-role',
    { personId: idOf('Margaux Fontaine'), role: 'streamer', reason: 'Veut finalement animer des sessions' },
    58,
  );
  const suspend = (name: string, reason: string, days: number, until: Date | null) =>
    asAdmin('suspend-person', { personId: idOf(name), reason, until: until?.toISOString() ?? null }, days);
  await suspend('Florian Weber', 'Messages insultants envers deux streamers', 6, ago(-24));
  await suspend('Oscar Lindqvist', 'Profil qui présente un diplôme inexistant', 20, null);
  await suspend('Rayan Mansouri', 'Paiements contestés à répétition', 2, ago(-5));
  await suspend('Julien Mercier', 'Soupçon d’usurpation d’identité', 80, null);
  await asAdmin(
    'restore-person',
    { personId: idOf('Julien Mercier'), reason: 'Identité vérifiée, rien à reprocher' },
    78,
  );
  await asAdmin(
    'sign-out-everywhere',
    { personId: idOf('Yasmine El Amrani'), reason: 'Téléphone volé, signalé par la personne' },
    9,
  );
  await act('accounts/request-deletion', idOf('Baptiste Rolland'), { password }, ago(11));
  return { samples, people };
}
