import { describe, expect, test } from 'vitest';
import { LOOK_ALIKES } from '#product/shared/look-alikes.ts';
import { HIDDEN, nameFault, nameShape, soundsLikeTheTeam } from '#product/shared/names.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const { pool } = await openTestDatabase('product');

/** Where a rule may begin or end: every point of the first scripts, and around each edge beyond; each between letters. */
const EDGES = HIDDEN.flatMap(([first, last]) => [first - 1, first, first + 1, last - 1, last, last + 1]);
const POINTS = [...new Set([...Array.from({ length: 0x30_ff }, (_, n) => n + 1), ...EDGES])].filter(
  (n) => n > 0 && n <= 0x10_ff_ff && !(n >= 0xd8_00 && n <= 0xdf_ff),
);
const nameWith = (point: number) => `a${String.fromCodePoint(point)}bc`;

describe('a name that others see', () => {
  test('is refused for the same characters by the form and by the database', async () => {
    const { rows } = await pool.query<{ n: number; plain: boolean }>(
      `select n, private.is_plain_name('a' || chr(n) || 'bc') as plain from unnest($1::int[]) n`,
      [POINTS],
    );
    expect(rows).toHaveLength(POINTS.length);
    const differing = rows.filter(({ n, plain }) => plain !== (nameFault(nameWith(n)) === null));
    expect(differing.map(({ n }) => n.toString(16))).toEqual([]);
  });

  test('has one shape for the form and for the database', async () => {
    // Those that are read as others too; of the newest letters the two may know different ones.
    const known = Object.values(LOOK_ALIKES)
      .flatMap((points) => points.split(' '))
      .map((hex) => Number.parseInt(hex, 16));
    const { rows } = await pool.query<{ n: number; shape: string }>(
      `select n, private.name_shape('a' || chr(n) || 'bc') as shape from unnest($1::int[]) n`,
      [[...POINTS.filter((n) => n < 0x2c_00), ...known]],
    );
    const differing = rows.filter(({ n, shape }) => nameShape(nameWith(n)) !== shape);
    expect(differing.map(({ n }) => n.toString(16))).toEqual([]);
  });
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
