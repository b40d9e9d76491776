import { endOf } from '#domain/booking/booking.ts';
import { earning, keptByStreamer } from './money-phrases.ts';
import { euros, quoting, type Scene } from './scene.ts';
import type { Wordings } from './viewer-wordings.ts';

const see = (scene: Scene, label = 'Voir la réservation') => ({ label, link: scene.links.booking });
const room = (scene: Scene, label: string) => ({ label, link: scene.links.room });
const freed = 'Le créneau est de nouveau libre.';

/** What the streamer of a booking reads. */
export const streamerWordings: Wordings = {
  requested: ({ answerBy }, scene) => ({
    subject: `Demande de ${scene.other} à accepter avant le ${scene.shortly(answerBy)}`,
    preview: `Pour le ${scene.shortly(scene.ticket.start)}.`,
    title: `${scene.other} souhaite vous voir`,
    paragraphs: [
      `Vous avez jusqu’au ${scene.when(answerBy)} pour accepter, refuser ou proposer un autre horaire. Sans réponse, la demande prend fin.`,
      ...earning(scene),
    ],
    action: see(scene, 'Répondre à la demande'),
    notes: ['Le créneau est gardé en attendant votre réponse.'],
  }),
  confirmed: (_event, scene) => ({
    subject: `Nouvelle session : ${scene.shortly(scene.ticket.start)}`,
    preview: `Avec ${scene.other}.`,
    title: 'Une session est confirmée',
    paragraphs: [
      `${scene.other} vous retrouve le ${scene.when(scene.ticket.start)}. La salle ouvre dix minutes avant.`,
      ...earning(scene),
    ],
    action: see(scene),
    notes: ['Ce message porte un rendez-vous pour votre agenda. Il s’y met à jour si la session change.'],
  }),
  declined: (_event, scene) => ({
    subject: `Demande de ${scene.other} refusée`,
    preview: freed,
    title: 'Vous avez refusé la demande',
    paragraphs: [`${scene.other} vient de l’apprendre, et rien ne lui est débité. ${freed}`],
    action: see(scene),
    notes: [],
  }),
  request_expired: (_event, scene) => ({
    subject: `La demande de ${scene.other} a pris fin`,
    preview: 'Elle est restée sans réponse.',
    title: 'La demande a pris fin sans réponse',
    paragraphs: [
      `La demande de ${scene.other} pour le ${scene.when(scene.ticket.start)} est restée sans réponse. ${freed}`,
      'Répondre vite, même pour refuser, donne envie de revenir.',
    ],
    action: see(scene),
    notes: [],
  }),
  cancelled: ({ by, refund, charged, reason }, scene) => ({
    subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
    preview: by === 'streamer' ? 'Vous l’avez annulée.' : `La session avec ${scene.other} n’aura pas lieu.`,
    title: 'La session est annulée',
    paragraphs: [
      {
        viewer: `${scene.other} a annulé la session prévue le ${scene.when(scene.ticket.start)}. ${freed}`,
        streamer: `Vous avez annulé la session avec ${scene.other} prévue le ${scene.when(scene.ticket.start)}.`,
        admin: `Loge a annulé la session avec ${scene.other} prévue le ${scene.when(scene.ticket.start)}. ${freed}`,
      }[by],
      ...(by === 'streamer' ? [] : quoting('Motif', reason)),
      ...(charged ? keptByStreamer(scene, refund) : []),
    ],
    action: see(scene),
    notes: [],
  }),
  rescheduled: ({ previousStart }, scene) => ({
    subject: `Session déplacée au ${scene.shortly(scene.ticket.start)}`,
    preview: `${scene.other} a choisi un autre créneau.`,
    title: `${scene.other} a déplacé la session`,
    paragraphs: [
      `Prévue le ${scene.when(previousStart)}, elle aura lieu le ${scene.when(scene.ticket.start)}. L’ancien créneau est de nouveau libre.`,
    ],
    action: see(scene),
    notes: [],
  }),
  proposed: ({ start, answerBy }, scene) => ({
    subject: `Proposition envoyée à ${scene.other}`,
    preview: `Le ${scene.shortly(start)}, au lieu du ${scene.shortly(scene.ticket.start)}.`,
    title: 'Votre proposition est envoyée',
    paragraphs: [
      `Vous proposez à ${scene.other} le ${scene.when(start)}, au lieu du ${scene.when(scene.ticket.start)}.`,
      `Sa réponse est attendue avant le ${scene.when(answerBy)}.`,
    ],
    action: see(scene),
    notes: [],
  }),
  proposal_accepted: ({ previousStart }, scene) => ({
    subject: `${scene.other} accepte le ${scene.shortly(scene.ticket.start)}`,
    preview: 'Votre proposition est acceptée.',
    title: 'Votre proposition est acceptée',
    paragraphs: [
      `La session avec ${scene.other} aura lieu le ${scene.when(scene.ticket.start)}, au lieu du ${scene.when(previousStart)}.`,
    ],
    action: see(scene),
    notes: [],
  }),
  proposal_refused: ({ start }, scene) => ({
    subject: `${scene.other} n’est pas disponible le ${scene.shortly(start)}`,
    preview: 'Votre proposition est refusée.',
    title: 'Votre proposition est refusée',
    paragraphs: [
      `${scene.other} ne peut pas venir le ${scene.when(start)}. La session est annulée et son paiement rendu en entier. ${freed}`,
    ],
    action: see(scene),
    notes: [],
  }),
  proposal_lapsed: ({ start }, scene) => ({
    subject: `La session avec ${scene.other} reste le ${scene.shortly(scene.ticket.start)}`,
    preview: 'Votre proposition est restée sans réponse.',
    title: 'Votre proposition a pris fin',
    paragraphs: [
      `${scene.other} n’a pas répondu à votre proposition du ${scene.when(start)}. La session reste prévue le ${scene.when(scene.ticket.start)}.`,
    ],
    action: see(scene),
    notes: [],
  }),
  proposal_withdrawn: ({ start }, scene) => ({
    subject: `Proposition retirée : la date reste le ${scene.shortly(scene.ticket.start)}`,
    preview: `${scene.other} vient de l’apprendre.`,
    title: 'Votre proposition est retirée',
    paragraphs: [
      `Vous ne proposez plus le ${scene.when(start)} à ${scene.other}. La date reste le ${scene.when(scene.ticket.start)}.`,
    ],
    action: see(scene),
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
          'Relisez ses réponses avant de vous retrouver.',
        ],
        action: see(scene),
        notes: [],
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
        subject: `Dans dix minutes : votre session avec ${scene.other}`,
        preview: 'La salle est ouverte.',
        title: 'La salle est ouverte',
        paragraphs: [
          `Votre session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}. Une absence de plus de dix minutes la ferait rembourser en entier.`,
        ],
        action: room(scene, 'Ouvrir la salle'),
        notes: [],
      },
    })[minutesBefore],
  // Between the viewer and their bank.
  payment_failed: null,
  capture_failed: (_event, scene) => ({
    subject: `Session annulée : ${scene.shortly(scene.ticket.start)}`,
    preview: 'Le paiement n’a pas abouti.',
    title: 'La session est annulée',
    paragraphs: [
      `Le paiement de ${scene.other} n’a pas abouti : la session prévue le ${scene.when(scene.ticket.start)} est annulée. ${freed}`,
    ],
    action: see(scene),
    notes: [],
  }),
  refunded: null,
  overruled: ({ refund, share, reason }, scene) => ({
    subject: `Décision de l’équipe Loge sur votre session avec ${scene.other}`,
    preview: `${euros(refund)} sont rendus au viewer.`,
    title: 'L’équipe Loge a revu le règlement',
    paragraphs: [
      `Pour votre session avec ${scene.other} du ${scene.when(scene.ticket.start)}, ${euros(refund)} lui sont rendus en tout. Votre part est désormais de ${euros(share)}.`,
      ...quoting('Motif', reason),
      'Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi.',
    ],
    action: see(scene),
    notes: [],
  }),
  extended: ({ minutes, amount }, scene) => ({
    subject: `Session prolongée jusqu’à ${scene.hour(endOf(scene.ticket))}`,
    preview: `${minutes} min de plus avec ${scene.other}.`,
    title: 'Votre session est prolongée',
    paragraphs: [
      `Votre session avec ${scene.other} dure ${minutes} min de plus, jusqu’à ${scene.hour(endOf(scene.ticket))}.`,
      ...(amount === 0
        ? []
        : [
            `La prolongation de ${euros(amount)} est payée. Votre part pour toute la session : ${euros(scene.ticket.streamerShare)}.`,
          ]),
    ],
    action: room(scene, 'Revenir dans la salle'),
    notes: ['Le rendez-vous de votre agenda s’allonge avec ce message.'],
  }),
  extension_unpaid: ({ minutes, amount }, scene) => ({
    subject: 'La prolongation de la session n’a pas pu être payée',
    preview: 'La session retrouve sa durée.',
    title: 'La session retrouve sa durée',
    paragraphs: [
      `Le paiement de ${euros(amount)} pour prolonger de ${minutes} min la session avec ${scene.other} n’a pas abouti. Elle finit à ${scene.hour(endOf(scene.ticket))}, et votre part est de nouveau de ${euros(scene.ticket.streamerShare)}.`,
    ],
    action: see(scene),
    notes: [],
  }),
  completed: ({ refund, share }, scene) => ({
    subject: `Session terminée avec ${scene.other}`,
    preview: scene.ticket.price === 0 ? 'Elle était gratuite.' : `Votre part : ${euros(share)}.`,
    title: 'Merci pour ce moment',
    paragraphs: [
      `Votre session avec ${scene.other} est terminée.`,
      ...(refund === 0
        ? []
        : [
            `Elle n’a pas été donnée en entier : ${euros(refund)} reviennent à ${scene.other}, au prorata du temps passé ensemble.`,
          ]),
      ...(scene.ticket.price === 0
        ? []
        : [
            `Votre part est de ${euros(share)}. Elle reste parmi vos fonds retenus quelques jours, puis devient disponible.`,
          ]),
    ],
    action: room(scene, 'Voir le bilan'),
    notes: [],
  }),
  no_show: ({ absent, refund }, scene) => ({
    subject:
      absent === 'viewer'
        ? `${scene.other} n’a pas rejoint la session`
        : `Votre session avec ${scene.other} n’a pas eu lieu`,
    preview: absent === 'viewer' ? 'Vous avez attendu quinze minutes.' : 'Vous n’avez pas rejoint la salle.',
    title: absent === 'viewer' ? 'Une place restée vide' : 'Votre absence a été constatée',
    paragraphs:
      absent === 'viewer'
        ? [
            `${scene.other} n’a pas rejoint la salle dans les quinze minutes.`,
            ...keptByStreamer(scene, refund),
          ]
        : [
            `Vous n’avez pas rejoint la salle dans les dix minutes. ${scene.other} récupère la totalité de son paiement.`,
            'Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi.',
          ],
    action: see(scene),
    notes: [],
  }),
};
