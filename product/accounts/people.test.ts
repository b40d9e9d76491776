import { beforeAll, describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { applyDeployment } from '#product/deployment.ts';
import { searchText } from '#product/shared/names.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');

describe('people in the database', () => {
  const rows = async (sql: string, values: unknown[] = []) => (await db.pool.query(sql, values)).rows;
  const as = (id: string, sql: string, values: unknown[] = []) =>
    asCaller(
      db.pool,
      { role: 'authenticated', claims: { sub: id, role: 'authenticated' } },
      async (client) => (await client.query(sql, values)).rows,
    );
  const signUp = async (metadata: Record<string, unknown>) => {
    const [user] = await rows(
      `insert into auth.users (email, raw_user_meta_data) values (gen_random_uuid() || '@loge.test', $1) returning id`,
      [metadata],
    );
    const [profile] = await rows(
      `select role, first_name, last_name, avatar_url,
         (select count(*)::int from admin_requests r where r.person_id = p.id and state = 'pending') as requests
       from profiles p where id = $1`,
      [user.id],
    );
    return profile;
  };
  const names = { first_name: 'Éloïse', last_name: 'Marchetti' };

  describe('a sign-up makes a profile', () => {
    test.each([
      [
        'with its role and names, spaces around them left out',
        { role: 'streamer', first_name: '  Éloïse ', last_name: ' Marchetti' },
        { role: 'streamer', ...names },
      ],
      ['without a role when it is unknown', { role: 'root', ...names }, { role: null, ...names }],
      ['without a role when it is no text', { role: ['admin'], ...names }, { role: null, ...names }],
      ['without anything when nothing was given', {}, { role: null, first_name: null, last_name: null }],
      [
        'without names that are too short or too long',
        { role: 'viewer', first_name: ' A ', last_name: 'B'.repeat(81) },
        { role: 'viewer', first_name: null, last_name: null },
      ],
    ])('%s', async (_what, metadata, profile) => {
      expect(await signUp(metadata)).toEqual({ ...profile, avatar_url: null, requests: 0 });
    });

    test('as admin where the deployment is open, else as viewer with a request', async () => {
      expect(await signUp({ role: 'admin', ...names })).toMatchObject({ role: 'viewer', requests: 1 });
      await applyDeployment(db.pool, { adminSignup: 'open', adminMfa: 'optional' });
      expect(await signUp({ role: 'admin', ...names })).toMatchObject({ role: 'admin', requests: 0 });
      await applyDeployment(db.pool, { adminSignup: 'approval', adminMfa: 'optional' });
      expect(await signUp({ role: 'admin', ...names })).toMatchObject({ role: 'viewer', requests: 1 });
    });
  });

  test('a person reads their profile as the spec’s client does, and changes names and picture', async () => {
    const id = await insertPerson(db.pool, { email: 'me@loge.test', role: 'viewer', firstName: 'Jade' });
    const [before] = await as(id, 'select * from profiles where id = $1', [id]);
    expect(Object.keys(before).sort()).toEqual(
      ['avatar_url', 'created_at', 'first_name', 'id', 'last_name', 'role', 'updated_at'].sort(),
    );
    const [after] = await as(
      id,
      `update profiles set first_name = 'Zoé', avatar_url = '/avatars/viewer.svg' where id = $1 returning *`,
      [id],
    );
    expect(after).toMatchObject({ first_name: 'Zoé', avatar_url: '/avatars/viewer.svg' });
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  test('"Role is one of viewer, streamer, admin": a profile refuses another', async () => {
    const id = await insertPerson(db.pool, { email: 'roles@loge.test', role: 'viewer' });
    for (const role of ['viewer', 'streamer', 'admin']) {
      await rows('update profiles set role = $2 where id = $1', [id, role]);
    }
    await expect(rows("update profiles set role = 'owner' where id = $1", [id])).rejects.toMatchObject({
      code: expect.stringMatching(/^(22P02|23514)$/),
    });
  });

  test('an account deleted softly keeps its row, and nothing that says who it was', async () => {
    const who = { firstName: 'Apolline', lastName: 'Marchetti', avatarUrl: '/avatars/streamer.svg' };
    const id = await insertPerson(db.pool, { email: 'gone@loge.test', role: 'streamer', ...who });
    await rows(
      `update streamers set headline = 'Apolline joue', bio = 'Née à Nice', published_at = now() where id = $1`,
      [id],
    );
    await rows(
      `insert into streamer_links (streamer_id, platform, url) values ($1, 'twitch', 'https://twitch.tv/apolline')`,
      [id],
    );
    // A handle made from the id could be taken beforehand by anybody who knows it, so it is not made from it.
    const other = await insertPerson(db.pool, { email: 'squatter@loge.test', role: 'streamer' });
    await rows(
      `update streamers set handle = 'parti-' || left(replace($2::text, '-', ''), 24) where id = $1`,
      [other, id],
    );
    await rows(
      `insert into private.known_devices (person_id, device, first_seen_at, last_seen_at) values ($1, sha256('a'), now(), now())`,
      [id],
    );
    await rows(
      `insert into private.sign_in_alerts (session_id, person_id, device, token_hash, user_agent, ip, created_at)
       values (gen_random_uuid(), $1, sha256('a'), sha256('b'), 'Firefox', '192.0.2.7', now())`,
      [id],
    );
    await rows(
      `insert into factor_removals (person_id, words, asked_at, token_hash) values ($1, 'Je suis Apolline, née à Nice', now(), 'c')`,
      [id],
    );
    await rows('insert into contact_consents (viewer_id, streamer_id) values ($1, $2), ($2, $1)', [
      id,
      other,
    ]);
    await rows('update auth.users set deleted_at = now(), email = null where id = $1', [id]);
    for (const table of [
      'private.known_devices',
      'private.sign_in_alerts',
      'public.factor_removals',
      'public.ages',
    ])
      expect([table, await rows(`select from ${table} where person_id = $1`, [id])]).toEqual([table, []]);
    expect(await rows('select from contact_consents')).toEqual([]);
    const [left] = await rows(
      `select p.first_name, p.last_name, p.avatar_url, to_jsonb(s) as streamer, to_jsonb(f) as search,
         (select count(*)::int from streamer_links where streamer_id = p.id) as links
       from profiles p join streamers s using (id) left join private.profile_searches f on f.person_id = p.id
       where p.id = $1`,
      [id],
    );
    expect(left).toMatchObject({ first_name: null, last_name: null, avatar_url: null, links: 0 });
    expect(left.streamer).toMatchObject({ display_name: 'Compte supprimé', published_at: null });
    expect(JSON.stringify(left)).not.toMatch(/apolline|marchetti|nice/i);
  });

  describe('"Insert into profiles (id, first_name, last_name, role, avatar_url)"', () => {
    /** Somebody whose row is gone, as where a hosted project is moved. */
    const withoutProfile = async (metadata: object = {}) => {
      const [{ id }] = await rows(
        `insert into auth.users (email, raw_user_meta_data) values (gen_random_uuid() || '@loge.test', $1) returning id`,
        [metadata],
      );
      await rows('delete from profiles where id = $1', [id]);
      return id as string;
    };
    const insert = `insert into profiles (id, first_name, last_name, role, avatar_url)
      values ($1, 'Streamer', 'Test', $2, '/avatars/streamer.svg') returning role`;
    const insertAs = (caller: string, id: string, role: string | null) => as(caller, insert, [id, role]);
    const pageOrTeam = (id: string) =>
      rows(
        `select (select count(*)::int from streamers where id = $1) as pages,
           (select array_agg(role) from team_roles where person_id = $1) as team,
           (select count(*)::int from admin_requests where person_id = $1 and state = 'pending') as requests`,
        [id],
      );

    test.each([
      ['approval', 'viewer', 'viewer', { pages: 0, team: null, requests: 0 }],
      ['approval', 'streamer', 'streamer', { pages: 1, team: null, requests: 0 }],
      ['approval', 'admin', 'viewer', { pages: 0, team: null, requests: 1 }],
      ['open', 'admin', 'admin', { pages: 0, team: ['all'], requests: 0 }],
      ['approval', 'root', null, { pages: 0, team: null, requests: 0 }],
    ] as const)(
      'gives who has none the role of a sign-up: where admins are %s, %s makes %s',
      async (adminSignup, wish, role, follows) => {
        await applyDeployment(db.pool, { adminSignup, adminMfa: 'optional' });
        const id = await withoutProfile();
        expect(await insertAs(id, id, wish)).toEqual([{ role }]);
        expect(await pageOrTeam(id)).toEqual([follows]);
        await applyDeployment(db.pool, { adminSignup: 'approval', adminMfa: 'optional' });
      },
    );

    test('without a role gives the one that the account was made with', async () => {
      const id = await withoutProfile({ role: 'streamer' });
      expect(await insertAs(id, id, null)).toEqual([{ role: 'streamer' }]);
    });

    test('is for nobody else’s row, not by a visitor, and never twice', async () => {
      const id = await withoutProfile();
      const other = await withoutProfile();
      await expect(insertAs(other, id, 'viewer')).rejects.toMatchObject({ code: '42501' });
      const anonymous = { role: 'anon', claims: { role: 'anon' } } as const;
      await expect(
        asCaller(db.pool, anonymous, (client) => client.query(insert, [id, 'viewer'])),
      ).rejects.toMatchObject({ code: '42501' });
      const ends = await Promise.allSettled([
        insertAs(id, id, 'viewer'),
        insertAs(id, id, 'streamer'),
        insertAs(id, id, 'admin'),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(insertAs(id, id, 'streamer')).rejects.toMatchObject({ code: '23505' });
      await expect(
        as(id, `${insert.replace(' returning role', '')} on conflict (id) do update set role = 'admin'`, [
          id,
          'admin',
        ]),
      ).rejects.toMatchObject({ code: '42501' });
    });

    test('by the service key is as it is written', async () => {
      const id = await withoutProfile();
      const asService = { role: 'service_role', claims: { role: 'service_role' } } as const;
      const inserted = await asCaller(db.pool, asService, (client) => client.query(insert, [id, 'admin']));
      expect(inserted.rows).toEqual([{ role: 'admin' }]);
    });
  });

  test.each([
    ["first_name = 'A'", 'profiles_first_name_check'],
    ["last_name = ' B '", 'profiles_last_name_check'],
    [`first_name = '${'x'.repeat(81)}'`, 'profiles_first_name_check'],
    ["first_name = repeat(' ', 1000) || 'Jade'", 'profiles_first_name_check'],
    ["last_name = 'Roux' || repeat(' ', 1000)", 'profiles_last_name_check'],
    ["avatar_url = 'javascript:alert(1)'", 'profiles_avatar_url_check'],
    ["avatar_url = '//elsewhere.test/a.png'", 'profiles_avatar_url_check'],
    ["avatar_url = E'/\\\\elsewhere.test/a.png'", 'profiles_avatar_url_check'],
    ["avatar_url = E'/\\t/elsewhere.test/a.png'", 'profiles_avatar_url_check'],
    ["avatar_url = E'https:\\\\\\\\elsewhere.test/a.png'", 'profiles_avatar_url_check'],
    ["avatar_url = 'https://images.test/1.png'", 'profiles_avatar_url_check'],
    ["avatar_url = 'http://plain.test/a.png'", 'profiles_avatar_url_check'],
    ["avatar_url = 'data:image/svg+xml,<svg/>'", 'profiles_avatar_url_check'],
  ])('a profile refuses %s', async (change, constraint) => {
    const id = await insertPerson(db.pool, { email: `${Math.random()}@loge.test`, role: 'viewer' });
    await expect(as(id, `update profiles set ${change} where id = $1`, [id])).rejects.toMatchObject({
      constraint,
    });
  });

  test('SQL and page fold search text in the same way', async () => {
    for (const text of [
      'Éloïse d’Aubigné',
      'Œuvrard',
      'Ægir Łukasz Øst',
      'STRAẞE Straße',
      'Ñandú Çelik',
      'ｆｕｌｌ ﬁne',
      'Nguyễn Thị',
      '田辺',
    ]) {
      const [row] = await rows('select private.search_text($1) as folded', [text]);
      expect([text, row.folded.trim()]).toEqual([text, searchText(text)]);
    }
  });

  describe('the people an admin lists', () => {
    let admin: string;
    beforeAll(async () => {
      admin = await insertPerson(db.pool, { email: 'boss@loge.test', role: 'admin' });
      await rows(
        `insert into auth.users (email, email_confirmed_at, raw_user_meta_data, created_at, banned_until)
         select 'personne' || n || '@exemple.test', case when n % 10 > 0 then now() end,
           jsonb_build_object('role', (array['viewer', 'viewer', 'streamer'])[n % 3 + 1],
             'first_name', (array['Éloïse', 'Théo', 'Inès', 'Naoki', 'Aïssatou'])[n % 5 + 1],
             'last_name', 'Dupré ' || chr(97 + n % 26) || n),
           now() - n * interval '1 hour', case when n % 50 = 1 then now() + interval '1 day' end
         from generate_series(1, 10000) n`,
      );
      await db.pool.query('analyze');
    });

    test('are found by name without accents and by address, with their state', async () => {
      const search = (text: string) =>
        as(admin, 'select email, state from admin_people where search ilike $1 order by email', [
          `%${searchText(text)}%`,
        ]);
      expect(await search('eloise DUPRE z25')).toEqual([
        { email: 'personne25@exemple.test', state: 'active' },
      ]);
      expect(await search('personne4251@')).toEqual([
        { email: 'personne4251@exemple.test', state: 'suspended' },
      ]);
      expect(await search('personne4260@')).toEqual([
        { email: 'personne4260@exemple.test', state: 'unconfirmed' },
      ]);
    });

    /** What the list of accounts shows of everybody: all but the sums (`readPeople` of the page). */
    const LISTED =
      'id, email, first_name, last_name, role, state, created_at, last_sign_in_at, suspended_until, deletes_at';
    const planOf = async (sql: string, values: unknown[] = []): Promise<string> =>
      (await as(admin, `explain ${sql}`, values)).map((row) => row['QUERY PLAN']).join('\n');

    test.each([
      ['a first page', 'order by created_at desc limit 20'],
      ['a search', "where search like '%dupre q4%' order by sort_name limit 20"],
      [
        'a filter by role and state',
        "where role = 'streamer' and state = 'suspended' order by last_sign_in_at limit 20",
      ],
    ])('%s of 10,000, and its count, add up nobody’s places or money', async (_what, tail) => {
      const page = `select ${LISTED} from admin_people ${tail}`;
      const count = `select count(*) as total from admin_people ${tail.replace(/order by .*$/, '')}`;
      for (const sql of [page, count]) {
        expect(await planOf(sql)).not.toMatch(/bookings|payments|statistics_days/);
      }
      expect((await as(admin, page)).length).toBeGreaterThan(0);
      expect(Number((await as(admin, count))[0]?.total)).toBeGreaterThan(0);
    });

    test('and the places and money of a page are added up for its rows alone', async () => {
      const ids = (await as(admin, 'select id from admin_people order by created_at desc limit 20')).map(
        ({ id }) => id,
      );
      const sums = 'select id, bookings, money_cents from admin_people where id = any($1::uuid[])';
      expect(await as(admin, sums, [ids])).toHaveLength(20);
      expect(await planOf(sums, [ids])).not.toMatch(/Seq Scan on (?:profiles|users)/);
    });

    test('and a page of a log of 10,000 entries names who acted and whom it is about, with its exact count', async () => {
      await rows(
        `insert into audit_log (at, actor_id, action, subject_table, subject_id, reason)
         select now() - interval '1 minute', $1, 'administration/change-role', 'profiles', p.id::text, 'Essai'
         from profiles p`,
        [admin],
      );
      await rows('analyze audit_log');
      const page = 'select * from audit_log_details order by at desc, id desc limit 20';
      const count = 'select count(*) from audit_log_details';
      const [found, [total]] = [await as(admin, page), await as(admin, count)];
      expect(found).toHaveLength(20);
      expect(found[0]).toMatchObject({ actor_email: 'boss@loge.test', subject_name: expect.any(String) });
      expect(Number(total.count)).toBeGreaterThan(10_000);
    });

    test('and an entry of it is found by words of its reason, as people type them', async () => {
      await rows(
        `insert into audit_log (actor_id, action, subject_table, subject_id, reason)
         values ($1, 'administration/change-settings', 'platform_settings', '1', 'Délai allongé après Noël')`,
        [admin],
      );
      const found = (typed: string) =>
        as(admin, 'select reason from audit_log_details where search like $1', [`%${searchText(typed)}%`]);
      expect(await found('Allongé apres NOEL')).toEqual([{ reason: 'Délai allongé après Noël' }]);
      expect(await found('raccourci')).toEqual([]);
    });
  });
});
