import { bookingMail, calendars, earning, policyInWords, see } from './booking-mail.ts';

/** The session is agreed on and paid, or free. */
export const confirmed = bookingMail(
  'confirmed',
  {},
  {
    sample: {},
    viewer: (_event, scene) => ({
      subject: `Session confirmée : ${scene.shortly(scene.ticket.start)}`,
      preview: `Avec ${scene.other}. La loge ouvre dix minutes avant.`,
      title: 'Votre place est réservée',
      paragraphs: [
        `Rendez-vous avec ${scene.other} le ${scene.when(scene.ticket.start)}. La loge ouvre dix minutes avant, dans votre navigateur.`,
      ],
      action: see(scene),
      further: calendars(scene),
      notes: [
        ...policyInWords(scene, scene.ticket.changedAt),
        'Ce message porte un rendez-vous pour votre agenda. Il s’y met à jour si la session change.',
      ],
    }),
    streamer: (_event, scene) => ({
      subject: `Nouvelle session : ${scene.shortly(scene.ticket.start)}`,
      preview: `Avec ${scene.other}.`,
      title: 'Une session est confirmée',
      paragraphs: [
        `${scene.other} vous retrouve le ${scene.when(scene.ticket.start)}. La loge ouvre dix minutes avant.`,
        ...earning(scene),
      ],
      action: see(scene),
      further: calendars(scene),
      notes: ['Ce message porte un rendez-vous pour votre agenda. Il s’y met à jour si la session change.'],
    }),
  },
);
