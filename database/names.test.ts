import { describe, expect, test } from 'vitest';
import { LOOK_ALIKES } from '#domain/account/look-alikes.ts';
import { nameFault, nameShape, soundsLikeTheTeam } from '#domain/account/names.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const { pool } = await openTestDatabase('product');

/** Every character that Postgres can hold, each between two letters. */
const POINTS = `select n, 'a' || chr(n) || 'bc' as name from generate_series(1, 1114111) n where n not between 55296 and 57343`;

describe('a name that others see', () => {
  test('is refused for the same characters by the form and by the database', async () => {
    const { rows } = await pool.query<{ plain: number[] }>(
      `select array_agg(n) as plain from (${POINTS}) p where private.is_plain_name(name)`,
    );
    const plain = new Set(rows[0]?.plain);
    const differing: number[] = [];
    for (let n = 1; n <= 0x10_ff_ff; n += 1) {
      if (n >= 0xd8_00 && n <= 0xdf_ff) continue;
      const name = `a${String.fromCodePoint(n)}bc`;
      if (plain.has(n) !== (nameFault(name) === null)) differing.push(n);
    }
    expect(differing.map((n) => n.toString(16))).toEqual([]);
  }, 120_000);

  test('has one shape for the form and for the database', async () => {
    // Letters that Unicode has had for long, and those that are read as others: of the newest the two know different ones.
    const known = Object.values(LOOK_ALIKES).flatMap((points) => points.split(' '));
    const { rows } = await pool.query<{ n: number; shape: string }>(
      `select n, private.name_shape(name) as shape from (${POINTS}) p where n < 11264 or n = any($1)`,
      [known.map((hex) => Number.parseInt(hex, 16))],
    );
    const differing = rows.filter(({ n, shape }) => nameShape(`a${String.fromCodePoint(n)}bc`) !== shape);
    expect(differing.map(({ n }) => n.toString(16))).toEqual([]);
  }, 120_000);
});

const TEAM = [
  'Loge',
  'LOGE',
  'L0GE',
  'Lоge', // with a Cyrillic о
  'Équipe Loge',
  'Equipe  Loge',
  'L’équipe de Loge',
  'Ｌｏｇｅ',
  '𝐋𝐨𝐠𝐞 support',
  'Loge Support Paris',
  'Support Loge',
  'Loge-officiel',
  'admin',
  'Admin',
  'АDMIN',
  'Αdmin Nour',
  'Administrateur',
  'Modération',
  'Modératrice Nour',
  'staff',
  'equipe-loge',
  'logesupport',
  'loge-fr',
  'admin2',
  'l0ge-adm1n',
  'Loge Paiements',
];
const OWN = [
  'Nour Benali',
  'La Loge de Nour',
  'Nour au support',
  'Badminton Club',
  'Ludmila',
  'Éloge du jeu',
  'Horloge',
  'Roger',
  'Camille R.',
  'J.R.R. Tolkien',
  'Администратор игры',
  'nour-b',
  'teamnour',
  'Delphine',
];

describe('a page is not called as if it were Loge’s own', () => {
  test.each(TEAM)('%s is the team’s', async (name) => {
    expect(soundsLikeTheTeam(name)).toBe(true);
    expect((await pool.query('select private.sounds_like_the_team($1) as is', [name])).rows).toEqual([
      { is: true },
    ]);
  });

  test.each(OWN)('%s is anybody’s', async (name) => {
    expect(soundsLikeTheTeam(name)).toBe(false);
    expect(nameFault(name)).toBeNull();
    expect((await pool.query('select private.sounds_like_the_team($1) as is', [name])).rows).toEqual([
      { is: false },
    ]);
  });
});
