import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { TextSlug } from '#product/shared/texts.ts';

const DAY = 86_400_000;

interface SeedTexts {
  samples: { admin: string };
  now: Date;
  /** Runs a command of Loge in the seed's transaction, at a moment of the past. */
  act: (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;
}

/**
 * Gives three texts versions by the team: one in force, one that is planned, and a draft. None is
 * one that people accept, so that nobody is asked again.
 */
export async function seedTexts(db: pg.ClientBase, { samples, now, act }: SeedTexts): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  /** Adds words before others. */
  const draft = async (slug: TextSlug, before: string, added: string, at: Date) => {
    const { rows } = await db.query('select body from public.text_versions where slug = $1 and version = 1', [
      slug,
    ]);
    const body = rows[0]?.body ?? '';
    if (!body.includes(before)) throw new Error(`the text ${slug} has no « ${before} »`);
    await act(
      'content/save-draft',
      samples.admin,
      { slug, body: body.replace(before, `${added}${before}`), baseVersion: 1 },
      at,
    );
  };
  const publish = (slug: TextSlug, effectiveAt: Date | null, reason: string, at: Date) =>
    act(
      'content/publish-text',
      samples.admin,
      { slug, baseVersion: 1, effectiveAt: effectiveAt?.toISOString() ?? null, reason },
      at,
    );
  await draft(
    'aide',
    'En cas de danger immédiat',
    'Vous recevez d’abord un accusé de réception par e-mail. ',
    daysAgo(121),
  );
  await publish('aide', null, 'Question posée plusieurs fois au support', daysAgo(120));
  await draft(
    'accessibilite',
    '## Voies de recours',
    'Nous répondons en deux jours ouvrés au plus.\n\n',
    daysAgo(3),
  );
  await publish('accessibilite', daysAgo(-12), 'Délai de réponse tenu depuis trois mois', daysAgo(2));
  await draft(
    'cookies',
    '## Effacer ces informations',
    'Cette liste est revue à chaque changement du site.\n\n',
    daysAgo(1),
  );
}

interface SeedAnnouncements {
  samples: { admin: string };
  now: Date;
  /** Runs a command of Loge in the seed's transaction, at a moment of the past. */
  act: (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;
}

/**
 * An announcement that every streamer has read, and one that is planned: as notifications, since a
 * banner would stand before every page.
 */
export async function seedAnnouncements(
  db: pg.ClientBase,
  { samples, now, act }: SeedAnnouncements,
): Promise<void> {
  const at = new Date(now.getTime() - 6 * DAY);
  const plan = (words: object, plannedAt: Date) =>
    act(
      'announcements/plan-announcement',
      samples.admin,
      { key: randomUUID(), category: null, onBell: true, byMail: false, bannerUntil: null, ...words },
      plannedAt,
    );
  await plan(
    {
      segment: 'all_streamers',
      title: 'Vos revenus de l’année en un fichier',
      body: 'Le relevé annuel se télécharge dès maintenant dans Revenus, sous Documents.',
      sendAt: null,
      reason: 'Question posée plusieurs fois au support',
    },
    at,
  );
  // As the task sends it, all in one step; it was read since.
  await db.query(
    `with one as (select id, segment, title, body from public.announcements),
       people as (select one.*, p.person_id from one, private.announcement_audience(one.segment, null, $1, null, 1000) p),
       receipts as (
         insert into public.announcement_receipts (announcement_id, person_id, sent_at) select id, person_id, $1 from people),
       told as (
         insert into public.notifications (person_id, kind, data, created_at, read_at)
         select person_id, 'announcement', jsonb_build_object('event', 'announcement', 'title', title, 'body', body), $1::timestamptz, $1::timestamptz + interval '1 day'
         from people)
     update public.announcements a set finished_at = $1, sent_count = (select count(*) from people) from one where a.id = one.id`,
    [at],
  );
  await plan(
    {
      segment: 'viewers_this_week',
      title: 'Testez votre caméra avant votre session',
      body: 'La page de préparation ouvre une heure avant : deux minutes suffisent pour arriver tranquille.',
      sendAt: new Date(now.getTime() + 9 * DAY).toISOString(),
      reason: 'Deux demandes sur dix parlent de la caméra',
    },
    new Date(now.getTime() - DAY),
  );
}
