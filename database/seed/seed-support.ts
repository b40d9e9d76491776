import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const HOUR = 3_600_000;

/**
 * A person's request to the team and its course: each message has its hours ago, its author and its
 * text.
 */
interface Story {
  /** Their full name; none: the sample viewer or streamer. */
  from: string | 'viewer' | 'streamer';
  kind: 'help' | 'account' | 'booking';
  subject: string;
  steps: readonly (readonly [hoursAgo: number, by: 'person' | 'mail' | 'team' | 'note', words: string])[];
  end: 'open' | 'waiting' | 'resolved';
}

const STORIES: readonly Story[] = [
  {
    from: 'Juliette Moreau',
    kind: 'booking',
    subject: 'Je n’ai pas reçu mon billet',
    steps: [
      [
        31,
        'person',
        'Bonjour, j’ai réservé hier soir mais aucun e-mail n’est arrivé. Ma place est-elle prise ?',
      ],
      [30, 'note', 'Mail remis au serveur de sa boîte. Probablement dans les indésirables.'],
    ],
    end: 'open',
  },
  {
    from: 'Ousmane Traoré',
    kind: 'booking',
    subject: 'Changer la date de ma session',
    steps: [
      [
        5,
        'person',
        'Je travaille finalement ce soir-là. Puis-je passer à la semaine suivante sans rien perdre ?',
      ],
    ],
    end: 'open',
  },
  {
    from: 'Camille Roux',
    kind: 'account',
    subject: 'Changer de compte bancaire',
    steps: [
      [2, 'person', 'Ma banque ferme mon compte à la fin du mois. Que devient le versement en cours ?'],
    ],
    end: 'open',
  },
  {
    from: 'viewer',
    kind: 'booking',
    subject: 'La caméra ne démarre pas',
    steps: [
      [52, 'person', 'Dans la loge, le navigateur dit que la caméra est refusée.'],
      [
        50,
        'team',
        'Bonjour,\n\ntouchez le cadenas à gauche de l’adresse, autorisez la caméra et le micro, puis rechargez la page. Cela marche-t-il ?\n\nAdmin, pour l’équipe Loge',
      ],
    ],
    end: 'waiting',
  },
  {
    from: 'Léa Rousseau',
    kind: 'help',
    subject: 'Offrir une session à un ami',
    steps: [
      [28, 'person', 'Peut-on réserver pour quelqu’un d’autre, comme cadeau ?'],
      [
        26,
        'team',
        'Bonjour Léa,\n\npas encore : une place est au nom de la personne qui réserve. Votre ami peut créer un compte et vous rejoindre dans une session de groupe. Est-ce que cela vous aiderait ?\n\nAdmin, pour l’équipe Loge',
      ],
    ],
    end: 'waiting',
  },
  {
    from: 'streamer',
    kind: 'account',
    subject: 'Où trouver mes factures de commission',
    steps: [
      [200, 'person', 'Mon comptable me demande les factures de commission du trimestre.'],
      [
        197,
        'team',
        'Bonjour,\n\nelles sont dans Revenus, sous Documents : une par mois, en PDF.\n\nAdmin, pour l’équipe Loge',
      ],
      [196, 'person', 'Trouvées, merci.'],
      [195, 'team', 'Parfait, bonne journée à vous.'],
    ],
    end: 'resolved',
  },
  {
    from: 'Chloé Dupont',
    kind: 'booking',
    subject: 'Remboursement toujours pas arrivé',
    steps: [
      [160, 'person', 'La session a été annulée il y a trois jours et je ne vois rien sur mon compte.'],
      [
        157,
        'team',
        'Bonjour Chloé,\n\navez-vous payé avec une carte que vous avez toujours ?\n\nAdmin, pour l’équipe Loge',
      ],
      [154, 'mail', 'Oui, la même carte, chez la même banque.'],
      [
        150,
        'team',
        'Bonjour Chloé,\n\nvotre remboursement est parti. Il arrive sous 5 à 10 jours, selon votre banque.\n\nAdmin, pour l’équipe Loge',
      ],
    ],
    end: 'resolved',
  },
];

interface SeedSupport {
  samples: { viewer: string; streamer: string; admin: string };
  people: ReadonlyMap<string, string>;
  now: Date;
  /** Runs a command of Loge in the seed's transaction, at a moment of the past. */
  act: (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;
}

/** Threads with the team in each state, made by the commands that people send. */
export async function seedSupport(
  db: pg.ClientBase,
  { samples, people, now, act }: SeedSupport,
): Promise<void> {
  for (const { from, kind, subject, steps, end } of STORIES) {
    const personId = from === 'viewer' || from === 'streamer' ? samples[from] : (people.get(from) ?? '');
    const booking = kind === 'booking' ? await lastBookingOf(db, personId) : null;
    const about = { kind: booking === null && kind === 'booking' ? 'help' : kind, id: booking };
    let threadId = '';
    for (const [hoursAgo, by, body] of steps) {
      const at = new Date(now.getTime() - hoursAgo * HOUR);
      const key = randomUUID();
      if (threadId === '') {
        await act('support/open-thread', personId, { key, about, subject, body }, at);
        threadId = await newestThreadOf(db, personId);
      } else if (by === 'person' || by === 'mail') {
        await act('support/reply-thread', personId, { key, threadId, body }, at);
        if (by === 'mail') await markAsMailed(db, threadId);
      } else if (by === 'note') await act('support/add-note', samples.admin, { key, threadId, body }, at);
      else {
        const { rows } = await db.query(
          'select max(id) as id from public.support_messages where thread_id = $1',
          [threadId],
        );
        const answer = {
          key,
          threadId,
          body,
          seen: rows[0]?.id ?? '',
          state: end === 'resolved' ? end : 'waiting',
        };
        await act('support/answer-thread', samples.admin, answer, at);
      }
    }
  }
  // They were told of the answers at the time.
  await db.query(`update public.notifications set read_at = created_at where kind = 'support_answer'`);
  await db.query(`update public.support_threads set read_at = last_message_at where state = 'resolved'`);
}

/** The newest words of a thread came in reply to a mail. */
async function markAsMailed(db: pg.ClientBase, threadId: string): Promise<void> {
  await db.query(
    `update public.support_messages set via = 'mail' where id = (select max(id) from public.support_messages where thread_id = $1)`,
    [threadId],
  );
}

async function lastBookingOf(db: pg.ClientBase, personId: string): Promise<string | null> {
  const { rows } = await db.query(
    'select id from public.bookings where viewer_id = $1 and confirmed_at is not null order by start_at desc limit 1',
    [personId],
  );
  return rows[0]?.id ?? null;
}

async function newestThreadOf(db: pg.ClientBase, personId: string): Promise<string> {
  const { rows } = await db.query(
    'select id from public.support_threads where person_id = $1 order by number desc limit 1',
    [personId],
  );
  return rows[0]?.id ?? '';
}
