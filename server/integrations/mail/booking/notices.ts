import { frenchDateTime } from '../french.ts';
import type { MailContent } from '../layout.ts';
import type { NoticeEvent } from './booking-mail.ts';
import { euros } from './scene.ts';
import { unlinked } from './unlinked.ts';

type Notices = {
  [K in NoticeEvent['kind']]: (event: Extract<NoticeEvent, { kind: K }>, site: string) => MailContent;
};

const notices: Notices = {
  slot_free: ({ streamerName, streamerPath, title, start, durationMinutes, price, zone, ...rest }, site) => {
    const when = frenchDateTime(new Date(start), zone);
    const theirs = frenchDateTime(new Date(start), rest.streamerZone);
    const cost = price === 0 ? 'gratuit' : euros(price);
    return {
      subject: `Une place se libère avec ${unlinked(streamerName)}`,
      preview: `Le ${when}.`,
      title: 'Une place se libère',
      paragraphs: [
        `Vous attendiez « ${unlinked(title)} » avec ${unlinked(streamerName)} : le ${when} est libre, pour ${durationMinutes} minutes (${cost}).`,
        ...(theirs === when ? [] : [`Là-bas, il sera le ${theirs}.`]),
        'La place va à qui la prend en premier.',
      ],
      action: {
        label: 'Prendre cette place',
        link: `${site}/book-session/${encodeURIComponent(streamerPath)}`,
      },
      notes: ['Vous ne voulez plus attendre ? Quittez la liste d’attente depuis votre tableau de bord.'],
    };
  },
  calendar_broken: ({ label, problem, lastGoodAt, zone }, site) => ({
    subject: `Votre agenda « ${unlinked(label)} » ne répond plus`,
    preview: 'Vos créneaux suivent sa dernière version connue.',
    title: 'Un de vos agendas ne répond plus',
    paragraphs: [
      `Depuis un jour, nous ne parvenons plus à lire « ${unlinked(label)} ».`,
      problem,
      lastGoodAt === null
        ? 'Aucun de ses rendez-vous ne ferme de créneau pour l’instant.'
        : `Vos créneaux suivent sa version du ${frenchDateTime(new Date(lastGoodAt), zone)} : un rendez-vous pris depuis n’y est pas.`,
    ],
    action: { label: 'Voir mes agendas', link: `${site}/streamer-dashboard/availability` },
    notes: ['Nous réessayons régulièrement, et ne vous écrirons qu’une fois à ce sujet.'],
  }),
  payout_sent: ({ amount }, site) => ({
    subject: `Versement de ${euros(amount)}`,
    preview: 'Il est en route vers votre compte bancaire.',
    title: 'Votre versement est parti',
    paragraphs: [
      `Nous vous versons ${euros(amount)}.`,
      'La somme arrive sur votre compte bancaire sous un à trois jours ouvrés.',
    ],
    action: { label: 'Voir mes revenus', link: `${site}/streamer-dashboard/settings` },
    notes: [],
  }),
  unread_messages: ({ conversations }, site) => {
    const total = conversations.reduce((sum, { count }) => sum + count, 0);
    const [first] = conversations;
    const unread = (count: number) => (count > 1 ? `${count} messages non lus` : 'un message non lu');
    const about = conversations.map(
      ({ count, other, title }) =>
        `${unread(count)} ${other === null ? 'de plusieurs personnes' : `de ${unlinked(other)}`}, au sujet de « ${unlinked(title)} »`,
    );
    const link =
      first && `${site}/${first.side}-dashboard/bookings?booking=${encodeURIComponent(first.bookingId)}`;
    return {
      subject:
        conversations.length === 1 && first?.other
          ? `${unlinked(first.other)} vous a écrit`
          : `Vous avez ${unread(total)}`,
      preview: 'Votre réponse est attendue sur Loge.',
      title: total > 1 ? 'Des messages vous attendent' : 'Un message vous attend',
      paragraphs:
        about.length === 1
          ? [`Vous avez ${about[0]}.`]
          : ['Depuis votre dernière visite :', ...about.map((line) => `• ${line}`)],
      ...(link === undefined ? {} : { action: { label: 'Lire et répondre', link } }),
      notes: [
        'Nous ne vous écrivons pas à chaque message : au plus une fois toutes les deux heures, ou pas du tout si vous le préférez, depuis vos réglages.',
      ],
    };
  },
};

/** What a notice says. */
export function noticeContent(event: NoticeEvent, site: string): MailContent {
  // A union's member meets the wording of its own kind: the cast says what the mapped type above proves.
  const wording = notices[event.kind] as (event: NoticeEvent, site: string) => MailContent;
  return wording(event, site);
}
