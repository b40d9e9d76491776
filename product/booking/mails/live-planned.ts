import { instant, sampleTime } from '#product/mail/mail-kind.ts';
import { ofName } from '#product/shared/elision.ts';
import { bookingMail, see } from './booking-mail.ts';

/** The streamer's Twitch channel announces a live at the hour of the session. */
export const livePlanned = bookingMail(
  'live_planned',
  { liveStart: instant, liveEnd: instant },
  {
    sample: { liveStart: sampleTime('2026-03-12T17:00:00Z'), liveEnd: sampleTime('2026-03-12T20:00:00Z') },
    viewer: ({ liveStart, liveEnd }, scene) => ({
      subject: `${scene.other} annonce un live à l’heure de votre session`,
      preview: `Votre session commence à ${scene.hour(scene.ticket.start)}.`,
      title: 'Un live est annoncé à la même heure',
      paragraphs: [
        `La chaîne Twitch ${ofName(scene.other)} annonce un live de ${scene.hour(liveStart)} à ${scene.hour(liveEnd)}, et votre session commence à ${scene.hour(scene.ticket.start)}. Elle reste prévue : ${scene.other} vient d’en être averti aussi.`,
        'Si personne ne vient à l’heure dite, vous êtes remboursé en entier.',
      ],
      action: see(scene),
    }),
    streamer: ({ liveStart, liveEnd }, scene) => ({
      subject: `Votre live tombe à l’heure de la session avec ${scene.other}`,
      preview: `La session commence à ${scene.hour(scene.ticket.start)}.`,
      title: 'Un live et une session à la même heure',
      paragraphs: [
        `Votre planning Twitch annonce un live de ${scene.hour(liveStart)} à ${scene.hour(liveEnd)}, et la session avec ${scene.other} commence à ${scene.hour(scene.ticket.start)}.`,
        'Déplacez votre live, ou proposez un autre horaire depuis la réservation. Votre invité vient d’être averti aussi.',
      ],
      action: see(scene),
    }),
  },
);
