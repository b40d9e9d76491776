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
/** Around the edges of what stands between words, beyond those first scripts. */
const SIGNS = [
  0x2d_ff, 0x2e_00, 0x2e_7f, 0x30_00, 0x30_04, 0x30_05, 0x30_07, 0x30_08, 0x30_20, 0x30_3d, 0x30_3f,
].concat([
  0x30_a0, 0x30_fb, 0x30_fc, 0x1_cf_ff, 0x1_d0_00, 0x1_d1_ff, 0x1_f0_00, 0x1_f3_9f, 0x1_fa_ff, 0x1_fb_00,
]);
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

  test.each([
    'site\u2024com',
    'site\uFE52com',
    'site．com',
    'site｡com',
    'https\uFF1A//x',
    'Nour B.',
    'Nour… Ben',
    'J.R.R. Tolkien',
  ])('has no link in any form of its letters, for both: %s', async (name) => {
    const { rows } = await pool.query('select private.is_plain_name($1) as plain', [name]);
    expect(rows).toEqual([{ plain: nameFault(name) === null }]);
    expect(nameFault(name)).toBe(/^(?:Nour|J)/.test(name) ? null : 'address');
  });

  test('has the shape of those that are read as it', async () => {
    const pairs = [
      ['Marnie', 'Mamie'],
      ['vvilliam', 'William'],
      ['Lukasz', 'Łukasz'],
      ['Soren', 'Søren'],
      ['Dorde', 'Đorđe'],
      ['lea', 'ʟea'],
    ];
    for (const [one = '', other = ''] of pairs) {
      expect(nameShape(one)).toBe(nameShape(other));
      const { rows } = await pool.query('select private.name_shape($1) = private.name_shape($2) as same', [
        one,
        other,
      ]);
      expect(rows, one).toEqual([{ same: true }]);
    }
  });

  test('has one shape for the form and for the database', async () => {
    // Those that are read as others too; of the newest letters the two may know different ones.
    const known = Object.values(LOOK_ALIKES)
      .flatMap((points) => points.split(' '))
      .map((hex) => Number.parseInt(hex, 16));
    const { rows } = await pool.query<{ n: number; shape: string }>(
      `select n, private.name_shape('a' || chr(n) || 'bc') as shape from unnest($1::int[]) n`,
      [[...POINTS.filter((n) => n < 0x2c_00), ...SIGNS, ...known]],
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
  'administrator',
  'superadmin',
  'sysadmin',
  'Moderator',
  'Moderators',
  '@dmin',
  '4dmin',
  'M0d3rat0r',
  'Loge ✓',
  'Loge✔',
  '✅ Loge',
  '★ Loge ★',
  'Loge™',
  'Loge®',
  '🎟 Loge',
  'Loge🎟',
  'Loge・Support',
  'Loge • Équipe',
  '「Loge」',
  'SAV Loge',
  'Modo Loge',
  'Loge Vérifié',
  'Loge certifié',
  'Loge Verified',
  'Direction Loge',
  'Loge Facturation',
  'Loge Remboursements',
  'Loge Customer Care',
  'Loge Trust & Safety',
  'Service client',
  'L0g3',
  'Équípe Løge',
  'Łoge',
  'Đirection Loge',
  '🅻🅾🅶🅴',
  '🄻🄾🄶🄴',
  '🅛🅞🅖🅔',
  '🇱🇴🇬🇪',
  'ʟoge',
  'ʟᴏɢᴇ',
  'Log℮',
  'L̶o̶g̶e̶',
  'Loge Admin',
  'Lo ge',
  'L o g e',
  'logetv',
  'loge24',
  'supportdeloge',
  'La Loge',
  'Camille Admin',
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
  'Marc Logeais',
  'Leslie Root',
  'Leslie Deloge',
  'Lili Deloge',
  'Lili Loge',
  'Didi Loge',
  'Lili Staff',
  'Deloge',
  'Le Steam',
  '5team',
  'Modeste Admirat',
  'Admire Modo Diop',
  'Modibo Keïta',
  'Dominique Moderato',
  'Mathieu Loge',
  'Aide Servais',
  'Sir Client',
  'Søren Łukasz Đorđević',
  'Nour ✨',
  '★ Nour ★',
  'Clément News',
  'Rocky 3',
  '李小龍',
  '404',
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
