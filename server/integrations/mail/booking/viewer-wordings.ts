import { endOf } from '#domain/booking/booking.ts';
import { hoursAfter } from '#domain/time/instant.ts';
import type { MailContent } from '../layout.ts';
import type { BookingMailEvent, BookingMailKind } from './booking-mail.ts';
import { policyInWords, refundToViewer, reservedOnCard } from './money-phrases.ts';
import { euros, quoting, type Scene } from './scene.ts';

/** What a mail says around its ticket. */
export type Wording = Omit<MailContent, 'ticket'>;

export type Wordings = {
  [K in BookingMailKind]: ((event: Extract<BookingMailEvent, { kind: K }>, scene: Scene) => Wording) | null;
};

const mine = (scene: Scene, label = 'Voir ma réservation') => ({ label, link: scene.links.booking });
const again = ({ links }: Scene) => ({ label: 'Choisir un autre créneau', link: links.bookAgain });
const room = (scene: Scene, label: string) => ({ label, link: scene.links.room });

const failures = {
  declined: 'Votre banque a refusé le paiement.',
  authentication: 'La vérification demandée par votre banque n’a pas abouti.',
  abandoned: 'Le paiement a été interrompu avant la fin.',
  too_late: 'Votre paiement est arrivé après la fin du délai.',
};

/** What the viewer of a booking reads. */
export const viewerWordings: Wordings = {
  requested: ({ answerBy }, scene) => ({
    subject: `Demande envoyée à ${scene.other}`,
    preview: `Réponse attendue avant le ${scene.shortly(answerBy)}.`,
    title: 'Votre demande est envoyée',
    paragraphs: [
      `${scene.other} a jusqu’au ${scene.when(answerBy)} pour vous répondre. Ce créneau vous est gardé jusque-là.`,
      ...reservedOnCard(scene),
    ],
    action: mine(scene, 'Voir ma demande'),
    notes: ['Vous pouvez retirer votre demande sans frais tant qu’elle n’est pas acceptée.'],
  }),
  confirmed: (_event, scene) => ({
    subject: `Session confirmée : ${scene.shortly(scene.ticket.start)}`,
    preview: `Avec ${scene.other}. La salle ouvre dix minutes avant.`,
    title: 'Votre place est réservée',
    paragraphs: [
      `Rendez-vous avec ${scene.other} le ${scene.when(scene.ticket.start)}. La salle ouvre dix minutes avant, dans votre navigateur.`,
    ],
    action: mine(scene),
    notes: [
      ...policyInWords(scene, scene.ticket.changedAt),
      'Ce message porte un rendez-vous pour votre agenda. Il s’y met à jour si la session change.',
    ],
  }),
  declined: ({ reason }, scene) => ({
    subject: `${scene.other} ne peut pas vous recevoir`,
    preview: 'Votre demande n’a pas été acceptée.',
    title: 'Ce ne sera pas cette fois',
    paragraphs: [
      `${scene.other} n’a pas pu accepter votre demande pour le ${scene.when(scene.ticket.start)}.`,
      ...quoting('Son message', reason),
      ...refundToViewer(scene, scene.ticket.price, false),
    ],
    action: again(scene),
    notes: [],
  }),
  request_expired: (_event, scene) => ({
    subject: `Votre demande à ${scene.other} est restée sans réponse`,
    preview: 'Le délai pour y répondre est passé.',
    title: 'Votre demande est restée sans réponse',
    paragraphs: [
      `Personne n’a répondu à temps : la demande pour le ${scene.when(scene.ticket.start)} prend fin.`,
      ...refundToViewer(scene, scene.ticket.price, false),
    ],
    action: again(scene),
    notes: [],
  }),
  cancelled: ({ by, refund, charged, reason }, scene) => ({
    subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
    preview: by === 'viewer' ? 'Vous l’avez annulée.' : `La session avec ${scene.other} n’aura pas lieu.`,
    title: 'Votre session est annulée',
    paragraphs: [
      {
        viewer: `Vous avez annulé la session avec ${scene.other} prévue le ${scene.when(scene.ticket.start)}.`,
        streamer: `${scene.other} a annulé la session prévue le ${scene.when(scene.ticket.start)}.`,
        admin: `Loge a annulé la session avec ${scene.other} prévue le ${scene.when(scene.ticket.start)}.`,
      }[by],
      ...(by === 'viewer' ? [] : quoting('Motif', reason)),
      ...refundToViewer(scene, refund, charged),
    ],
    action: again(scene),
    notes: [],
  }),
  rescheduled: ({ previousStart }, scene) => ({
    subject: `Session déplacée au ${scene.shortly(scene.ticket.start)}`,
    preview: `Elle était prévue le ${scene.shortly(previousStart)}.`,
    title: 'Votre session est déplacée',
    paragraphs: [
      `La session avec ${scene.other}, prévue le ${scene.when(previousStart)}, aura lieu le ${scene.when(scene.ticket.start)}. Vous n’avez rien à payer.`,
    ],
    action: mine(scene),
    notes: policyInWords(scene, scene.ticket.changedAt),
  }),
  proposed: ({ start, answerBy }, scene) => ({
    subject: `${scene.other} vous propose le ${scene.shortly(start)}`,
    preview: `Votre réponse avant le ${scene.shortly(answerBy)}.`,
    title: 'Un autre horaire vous est proposé',
    paragraphs: [
      `${scene.other} vous propose le ${scene.when(start)}, au lieu du ${scene.when(scene.ticket.start)}.`,
      `Vous avez jusqu’au ${scene.when(answerBy)} pour répondre.`,
      scene.ticket.status === 'confirmed'
        ? 'Si vous acceptez, vous n’avez rien à payer. Si vous refusez, la session est annulée et tout vous est remboursé. Sans réponse, elle reste à l’heure prévue.'
        : 'Si vous acceptez, la session est confirmée. Si vous refusez, ou sans réponse, la demande prend fin sans frais.',
    ],
    action: mine(scene, 'Répondre à la proposition'),
    notes: [],
  }),
  proposal_accepted: ({ previousStart }, scene) => ({
    subject: `Session confirmée : ${scene.shortly(scene.ticket.start)}`,
    preview: 'Vous avez accepté le nouvel horaire.',
    title: 'Le nouvel horaire est confirmé',
    paragraphs: [
      `La session avec ${scene.other} aura lieu le ${scene.when(scene.ticket.start)}, au lieu du ${scene.when(previousStart)}.`,
    ],
    action: mine(scene),
    notes: policyInWords(scene, scene.ticket.changedAt),
  }),
  proposal_refused: ({ refund, charged }, scene) => ({
    subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
    preview: 'Vous avez refusé le nouvel horaire.',
    title: 'La session n’aura pas lieu',
    paragraphs: [
      `Vous avez refusé l’horaire que proposait ${scene.other}.`,
      ...refundToViewer(scene, refund, charged),
    ],
    action: again(scene),
    notes: [],
  }),
  proposal_lapsed: ({ start }, scene) => ({
    subject: `Votre session reste le ${scene.shortly(scene.ticket.start)}`,
    preview: 'La proposition d’un autre horaire a pris fin.',
    title: 'Rien ne change',
    paragraphs: [
      `La proposition du ${scene.when(start)} a pris fin sans réponse. La session avec ${scene.other} reste prévue le ${scene.when(scene.ticket.start)}.`,
    ],
    action: mine(scene),
    notes: [],
  }),
  proposal_withdrawn: ({ start }, scene) => ({
    subject: `${scene.other} a retiré sa proposition d’horaire`,
    preview: `La date reste le ${scene.shortly(scene.ticket.start)}.`,
    title: 'Rien ne change',
    paragraphs: [
      `${scene.other} ne propose plus le ${scene.when(start)}. La date reste le ${scene.when(scene.ticket.start)}.`,
    ],
    action: mine(scene),
    notes: [],
  }),
  reminder: ({ minutesBefore }, scene) =>
    ({
      1440: {
        subject: `Votre session avec ${scene.other}, ${scene.shortly(scene.ticket.start)}`,
        preview: 'Dans 24 heures.',
        title: 'C’est dans 24 heures',
        paragraphs: [
          `Votre session avec ${scene.other} commence le ${scene.when(scene.ticket.start)}.`,
          'Un empêchement ? Déplacez ou annulez dès maintenant, depuis votre réservation.',
        ],
        action: mine(scene),
        notes: policyInWords(scene, hoursAfter(scene.ticket.start, -24)),
      },
      60: {
        subject: `Dans une heure : votre session avec ${scene.other}`,
        preview: `À ${scene.hour(scene.ticket.start)}.`,
        title: 'C’est dans une heure',
        paragraphs: [
          `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Vérifiez dès maintenant votre caméra et votre micro.`,
        ],
        action: room(scene, 'Préparer ma caméra et mon micro'),
        notes: [],
      },
      10: {
        subject: `Dans dix minutes : ${scene.other} vous attend`,
        preview: 'La salle est ouverte.',
        title: 'La salle est ouverte',
        paragraphs: [`Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}.`],
        action: room(scene, 'Rejoindre la salle'),
        notes: [],
      },
    })[minutesBefore],
  payment_failed: ({ cause, retryUntil }, scene) => ({
    subject: 'Votre paiement n’est pas passé',
    preview:
      retryUntil === null
        ? 'Le créneau a été rendu.'
        : `Votre créneau vous attend jusqu’à ${scene.hour(retryUntil)}.`,
    title: 'Le paiement n’est pas passé',
    paragraphs: [
      `${failures[cause]} Rien ne vous a été débité.`,
      retryUntil === null
        ? 'Le créneau n’est plus réservé. S’il est encore libre, vous pouvez le reprendre.'
        : `Votre créneau avec ${scene.other} vous attend jusqu’à ${scene.hour(retryUntil)} : reprenez le paiement, au besoin avec une autre carte.`,
    ],
    action: retryUntil === null ? again(scene) : mine(scene, 'Reprendre le paiement'),
    notes: [],
  }),
  capture_failed: (_event, scene) => ({
    subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
    preview: 'Votre banque n’a pas versé le montant réservé.',
    title: 'Le paiement n’a pas abouti',
    paragraphs: [
      `Votre banque avait réservé ${euros(scene.ticket.price)}, mais ne les a pas versés. La session avec ${scene.other} est annulée, et rien ne vous est débité.`,
    ],
    action: again(scene),
    notes: [],
  }),
  refunded: ({ amount }, scene) => ({
    subject: `Remboursement de ${euros(amount)}`,
    preview: `Pour la session avec ${scene.other}.`,
    title: 'Votre remboursement est parti',
    paragraphs: [
      `Nous avons remboursé ${euros(amount)} sur votre moyen de paiement. Ils arrivent sous 5 à 10 jours selon votre banque.`,
    ],
    action: mine(scene, 'Voir le détail'),
    notes: [],
  }),
  overruled: ({ refund, reason }, scene) => ({
    subject: `Décision de l’équipe Loge : ${euros(refund)} vous sont rendus`,
    preview: `Pour la session avec ${scene.other}.`,
    title: 'L’équipe Loge a revu le règlement',
    paragraphs: [
      `Pour votre session avec ${scene.other} du ${scene.when(scene.ticket.start)}, ${euros(refund)} vous sont rendus en tout, ce qui l’avait déjà été compris.`,
      ...quoting('Motif', reason),
      'Le complément arrive sur votre moyen de paiement sous 5 à 10 jours selon votre banque.',
    ],
    action: mine(scene, 'Voir le détail'),
    notes: [],
  }),
  extended: ({ minutes, amount }, scene) => ({
    subject: `Session prolongée jusqu’à ${scene.hour(endOf(scene.ticket))}`,
    preview: `${minutes} min de plus avec ${scene.other}.`,
    title: 'Votre session est prolongée',
    paragraphs: [
      `Votre session avec ${scene.other} dure ${minutes} min de plus, jusqu’à ${scene.hour(endOf(scene.ticket))}.`,
      ...(amount === 0 ? [] : [`Vous avez réglé ${euros(amount)} pour cette prolongation.`]),
    ],
    action: room(scene, 'Revenir dans la salle'),
    notes: ['Le rendez-vous de votre agenda s’allonge avec ce message.'],
  }),
  extension_unpaid: ({ minutes, amount }, scene) => ({
    subject: 'La prolongation de votre session n’a pas pu être payée',
    preview: 'Rien ne vous est débité pour elle.',
    title: 'Votre session retrouve sa durée',
    paragraphs: [
      `Votre banque avait réservé ${euros(amount)} pour prolonger la session de ${minutes} min, mais ne les a pas versés. Rien ne vous est débité pour cette prolongation, et la session finit à ${scene.hour(endOf(scene.ticket))}.`,
    ],
    action: mine(scene),
    notes: [],
  }),
  completed: ({ refund }, scene) => ({
    subject: `Comment s’est passée votre session avec ${scene.other} ?`,
    preview: 'Votre avis aide les suivants à choisir.',
    title: 'Merci, et à bientôt',
    paragraphs: [
      `Votre session avec ${scene.other} est terminée.`,
      ...(refund === 0
        ? scene.ticket.price === 0
          ? []
          : [`Elle a été donnée en entier : ${euros(scene.ticket.price)} réglés.`]
        : [
            'Elle n’a pas été donnée en entier : vous ne réglez que le temps passé ensemble.',
            ...refundToViewer(scene, refund, true),
          ]),
      'Vous avez quatorze jours pour donner votre avis. Il est public, sous votre prénom.',
    ],
    action: room(scene, 'Donner mon avis'),
    notes: [],
  }),
  no_show: ({ absent, refund }, scene) => ({
    subject:
      absent === 'viewer'
        ? `Votre session avec ${scene.other} a eu lieu sans vous`
        : `${scene.other} n’a pas rejoint votre session`,
    preview: absent === 'viewer' ? 'On vous attendait dans la salle.' : 'Tout vous est remboursé.',
    title: absent === 'viewer' ? 'On vous attendait' : 'Votre session n’a pas eu lieu',
    paragraphs: [
      absent === 'viewer'
        ? `${scene.other} vous a attendu quinze minutes, puis la session a pris fin.`
        : `${scene.other} n’a pas rejoint la salle. Nous en sommes désolés.`,
      ...refundToViewer(scene, refund, true),
    ],
    action: absent === 'viewer' ? mine(scene) : again(scene),
    notes: [],
  }),
};
