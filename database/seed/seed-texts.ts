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
