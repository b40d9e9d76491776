import type pg from 'pg';
import type { Age } from '#product/accounts/rules/age.ts';
import type { Role } from '#product/shared/roles.ts';

/**
 * The invented people of the demo marketplace. The streamers' pages, offers and hours are in
 * streamer-pages.ts. Addresses end in `.test`, which can reach
 * nobody (RFC 2606).
 */
export type Named = readonly [firstName: string, lastName: string];

export const STREAMERS: readonly Named[] = [
  ['Camille', 'Roux'],
  ['Yanis', 'Belkacem'],
  ['Éloïse', 'Marchetti'],
  ['Théo', 'Vasseur'],
  ['Aïssatou', 'Diallo'],
  ['Maxence', 'Le Goff'],
  ['Inès', 'Carvalho'],
  ['Naoki', 'Tanabe'],
  ['Solène', 'd’Aubigné'],
  ['Bastien', 'Œuvrard'],
  ['Jade', 'Nguyen'],
  ['Karim', 'Haddad'],
  ['Margaux', 'Fontaine'],
  ['Lucas', 'Perrin'],
  ['Sofía', 'Álvarez Ruiz'],
  ['Anaïs', 'Kowalczyk'],
  ['Mehdi', 'Cherif'],
  ['Clémence', 'Briand'],
  ['Oscar', 'Lindqvist'],
  ['Fatou', 'Ndiaye'],
  ['Raphaël', 'Cohen'],
  ['Zoé', 'Lambert'],
  ['Ibrahim', 'Koné'],
  ['Louise', 'Van den Berghe'],
  ['Gaspard', 'Toussaint'],
  ['Priya', 'Raman'],
  ['Hugo', 'Teixeira'],
  ['Maëlle', 'Kerguelen'],
  ['Adrien', 'Sauvage'],
  ['Lina', 'Benali'],
];

export const VIEWERS: readonly Named[] = [
  ['Juliette', 'Moreau'],
  ['Antoine', 'Garnier'],
  ['Chloé', 'Dupont'],
  ['Nathan', 'Lefèvre'],
  ['Manon', 'Girard'],
  ['Ousmane', 'Traoré'],
  ['Léa', 'Rousseau'],
  ['Quentin', 'Faure'],
  ['Amélie', 'Besson'],
  ['Rayan', 'Mansouri'],
  ['Élise', 'Charpentier'],
  ['Victor', 'Santos'],
  ['Noémie', 'Schneider'],
  ['Paul', 'Delacroix'],
  ['Salomé', 'Azoulay'],
  ['Thomas', 'Renaud'],
  ['Agathe', 'Colin'],
  ['Minh', 'Pham'],
  ['Pauline', 'Guérin'],
  ['Samuel', 'Okafor'],
  ['Apolline', 'de Villers'],
  ['Julien', 'Mercier'],
  ['Yasmine', 'El Amrani'],
  ['Florian', 'Weber'],
  ['Capucine', 'Noël'],
  ['Diego', 'Fernández'],
  ['Hélène', 'Barbier'],
  ['Malik', 'Sow'],
  ['Aurore', 'Picard'],
  ['Simon', 'Lévy'],
  ['Giulia', 'Ferrari'],
  ['Baptiste', 'Rolland'],
  ['Océane', 'Huet'],
  ['Amine', 'Zerouali'],
  ['Marie-Lou', 'Aubert'],
  ['Benjamin', 'Klein'],
  ['Charlotte', 'Renard'],
  ['Erwan', 'Le Bihan'],
  ['Nour', 'Khalil'],
  ['Alice', 'Beaumont'],
];

/** An account with its profile, as tests and the demo data make them. */
export interface PersonDraft {
  email: string;
  /** An argon2 hash; null for an account without a password. */
  passwordHash?: string | null;
  role: Role | null;
  firstName?: string | null;
  lastName?: string | null;
  avatarUrl?: string | null;
  /** A minor's date of birth, or null for somebody who was never asked; an adult unless set. */
  age?: Age | null;
  createdAt?: Date;
  /** Null: the address was never confirmed. */
  confirmedAt?: Date | null;
  lastSignInAt?: Date | null;
}

/**
 * Inserts what a sign-up and the question about the age leave behind. The profile is made by the
 * same trigger; a role that sign-up would not give is set afterwards, as an admin would have; an
 * admin may do all in the team.
 * @returns the person's id
 */
export async function insertPerson(db: pg.ClientBase | pg.Pool, draft: PersonDraft): Promise<string> {
  const createdAt = draft.createdAt ?? new Date();
  const confirmedAt = draft.confirmedAt === undefined ? createdAt : draft.confirmedAt;
  const age = draft.age === undefined ? 'adult' : draft.age;
  const names = {
    first_name: draft.firstName ?? null,
    last_name: draft.lastName ?? null,
  };
  const { rows } = await db.query(
    `insert into auth.users (email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
     values ($1, $2, $3, $4, '{"provider": "email", "providers": ["email"]}', $5, $6, $6) returning id`,
    [
      draft.email.toLowerCase(),
      draft.passwordHash ?? null,
      confirmedAt,
      draft.lastSignInAt ?? null,
      draft.role === 'admin' ? {} : { ...names, role: draft.role },
      createdAt,
    ],
  );
  const id = rows[0]?.id ?? '';
  if (age !== null)
    await db.query('insert into public.ages (person_id, birth_date, declared_at) values ($1, $2, $3)', [
      id,
      age === 'adult' ? null : age,
      createdAt,
    ]);
  await db.query(
    `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1::uuid, 'email', $1::text,
       jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', $3::boolean), $4, $4, $4)`,
    [id, draft.email.toLowerCase(), confirmedAt !== null, createdAt],
  );
  if (draft.role === 'admin' || draft.avatarUrl) {
    await db.query(
      `update public.profiles set role = coalesce($2, role), avatar_url = coalesce($3, avatar_url),
         first_name = coalesce(first_name, $4), last_name = coalesce(last_name, $5) where id = $1`,
      [id, draft.role, draft.avatarUrl ?? null, names.first_name, names.last_name],
    );
    await db.query("update public.team_roles set role = 'all' where person_id = $1", [id]);
  }
  return id;
}

/** Inserts the request that a sign-up with the role admin leaves where an admin must consent. */
export async function insertAdminRequest(
  db: pg.ClientBase | pg.Pool,
  personId: string,
  createdAt = new Date(),
): Promise<string> {
  const { rows } = await db.query(
    'insert into public.admin_requests (person_id, created_at) values ($1, $2) returning id',
    [personId, createdAt],
  );
  return rows[0]?.id ?? '';
}

/** A sign-in, without its refresh tokens. */
export async function insertSession(
  db: pg.ClientBase | pg.Pool,
  personId: string,
  { userAgent = null, ip = null, createdAt = new Date() }: SessionDraft = {},
): Promise<string> {
  const { rows } = await db.query(
    `insert into auth.sessions (user_id, user_agent, ip, created_at, updated_at) values ($1, $2, $3, $4, $4)
     returning id`,
    [personId, userAgent, ip, createdAt],
  );
  return rows[0]?.id ?? '';
}

export interface SessionDraft {
  userAgent?: string | null;
  ip?: string | null;
  createdAt?: Date;
}
