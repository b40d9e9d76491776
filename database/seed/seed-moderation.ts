import type pg from 'pg';

const DAY = 86_400_000;

interface SeedModeration {
  samples: { viewer: string; streamer: string; admin: string };
  people: ReadonlyMap<string, string>;
  now: Date;
  /** Runs a command of Loge in the seed's transaction, at a moment of the past. */
  act: (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;
}

/** @throws Error when the demonstration has nobody for a case */
function one(id: string | null | undefined): string {
  if (!id) throw new Error('the demonstration has nobody for a case');
  return id;
}

/** Sends reports and decides on them, at moments of the past. */
function createActs(db: pg.ClientBase, { samples, now, act }: SeedModeration) {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const report = (
    by: string,
    subject: { kind: 'profile' | 'review'; id: string },
    category: string,
    body: string,
    days: number,
  ) =>
    act(
      'moderation/send-report',
      by,
      { subject, category, body, path: '/', goodFaith: true, who: null },
      ago(days),
    );
  const newestCase = async (): Promise<string> => {
    const { rows } = await db.query('select id from public.moderation_cases order by number desc limit 1');
    return one(rows[0]?.id);
  };
  const decide = async (caseId: string, decision: object, days: number) => {
    await act('moderation/take-case', samples.admin, { caseId }, ago(days));
    await act(
      'moderation/decide-case',
      samples.admin,
      { caseId, cancelSessions: false, days: null, expectedRefundCents: 0, unfounded: false, ...decision },
      ago(days),
    );
  };
  /** The secret of the statement that was sent last; the mail itself goes nowhere. */
  const newestToken = async (): Promise<string> => {
    const { rows } = await db.query(
      "select event ->> 'token' as token from mail.messages where kind = 'moderation.statement' order by event -> 'number' desc limit 1",
    );
    return one(rows[0]?.token);
  };
  return { ago, report, newestCase, decide, newestToken };
}
type Acts = ReturnType<typeof createActs>;

/** A warning against which somebody appealed, with success. */
async function seedOverturned(
  db: pg.ClientBase,
  { act, people }: SeedModeration,
  { ago, report, newestCase, decide, newestToken }: Acts,
  reporter: string,
  cleared: string,
): Promise<void> {
  await report(
    reporter,
    { kind: 'profile', id: cleared },
    'misleading',
    'Le palmarès affiché n’est pas le sien.',
    44,
  );
  const closed = await newestCase();
  await decide(
    closed,
    {
      measure: 'warn',
      rule: 'misleading',
      facts: 'Le palmarès affiché ne figure dans aucun classement public.',
      reason: 'Première fois',
    },
    43,
  );
  await act(
    'moderation/appeal-decision',
    cleared,
    {
      token: await newestToken(),
      body: 'Mon classement est au nom de mon équipe : voici le lien de la fédération.',
    },
    ago(41),
  );
  // By a colleague who has left the team since, as nobody hears an appeal against their own
  // decision.
  await db.query(
    `update public.moderation_decisions set appeal_outcome = 'overturned', appeal_reason = 'Le classement existe, sous le nom de l’équipe.',
       appeal_decided_by = $2, appeal_decided_at = $3 where case_id = $1`,
    [closed, one(people.get('Raphaël Cohen')), ago(39)],
  );
  await db.query("update public.moderation_cases set state = 'closed' where id = $1", [closed]);
}

/** A warning that stands. */
async function seedWarned(
  { report, newestCase, decide }: Acts,
  reporter: string,
  warned: string,
): Promise<void> {
  await report(
    reporter,
    { kind: 'profile', id: warned },
    'off_platform',
    'En fin de session, on m’a proposé de payer la suivante ailleurs.',
    11,
  );
  await decide(
    await newestCase(),
    {
      measure: 'warn',
      rule: 'off_platform',
      facts: 'Le streamer confirme avoir proposé un paiement direct.',
      reason: 'Première fois, et reconnu',
    },
    9,
  );
}

/** Somebody suspended for a review, who contests it. */
async function seedContested(
  { act }: SeedModeration,
  { ago, report, newestCase, decide, newestToken }: Acts,
  contested: { id: string; viewer_id: string | null; streamer_id: string } | undefined,
): Promise<void> {
  await report(
    one(contested?.streamer_id),
    { kind: 'review', id: one(contested?.id) },
    'harassment',
    'La même personne m’écrit la même chose partout où elle me trouve.',
    6,
  );
  await decide(
    await newestCase(),
    {
      measure: 'suspend',
      days: 30,
      rule: 'harassment',
      facts: 'Trois avis du même ton en une semaine, visant la même personne.',
      reason: 'Répété malgré un avertissement',
    },
    4,
  );
  await act(
    'moderation/appeal-decision',
    one(contested?.viewer_id),
    {
      token: await newestToken(),
      body: 'Je n’ai écrit qu’un avis. Les deux autres ne viennent pas de moi.',
    },
    ago(1),
  );
}

/**
 * Cases in each state, made by the commands that people and the team send: waiting, decided,
 * contested by somebody suspended, and closed.
 */
export async function seedModeration(db: pg.ClientBase, deps: SeedModeration): Promise<void> {
  const { samples, people } = deps;
  const { rows: pages } = await db.query(
    'select id from public.streamers where private.is_visible_streamer(id) and id <> $1 order by display_name, id limit 3',
    [samples.streamer],
  );
  const { rows: reviews } = await db.query(
    `select r.id, r.viewer_id, r.streamer_id from public.reviews r
     where r.hidden_at is null and r.viewer_id <> $1 and r.streamer_id <> $2 and private.is_visible_streamer(r.streamer_id)
       -- A suspension ends what is asked for, and the sample streamer's pages stay as they are.
       and not exists (select from public.bookings b where b.viewer_id = r.viewer_id and b.ended_at is null
         and (b.status <> 'confirmed' or b.streamer_id = $2))
       and not exists (select from public.ages a where a.person_id = r.viewer_id and a.birth_date is not null)
       and not exists (select from public.suspensions s where s.person_id = r.viewer_id and s.lifted_at is null)
       and not exists (select from public.deletion_requests d where d.person_id = r.viewer_id)
     order by (select count(*) from public.bookings b where b.viewer_id = r.viewer_id and b.ended_at is null), r.created_at, r.id`,
    [samples.viewer, samples.streamer],
  );
  const reporter = one(people.get('Léa Rousseau'));
  const [page, warned, cleared] = pages.map(({ id }) => id);
  const [contested] = reviews;
  const waiting = reviews.find(({ viewer_id: viewer }) => viewer !== contested?.viewer_id);

  const acts = createActs(db, deps);
  await seedOverturned(db, deps, acts, reporter, one(cleared));
  await seedWarned(acts, reporter, one(warned));
  await seedContested(deps, acts, contested);
  await acts.report(
    one(waiting?.streamer_id),
    { kind: 'review', id: one(waiting?.id) },
    'misleading',
    'Cette personne n’est restée que cinq minutes.',
    3,
  );
  await acts.report(
    reporter,
    { kind: 'profile', id: one(page) },
    'misleading',
    'L’offre promet un niveau que la session n’a pas.',
    2,
  );
  await acts.report(
    one(people.get('Juliette Moreau')),
    { kind: 'profile', id: one(page) },
    'fraud',
    'Les images de la page sont celles de quelqu’un d’autre.',
    1,
  );
}
