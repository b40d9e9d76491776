import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { ofName } from '#product/shared/elision.ts';
import { NOTHING } from '#product/shared/money/cents.ts';
import { bookingMail, euros, see } from './booking-mail.ts';

/**
 * A bank decided: `taken` stays with the viewer, `back` came back, and `share` is what the streamer
 * bears.
 */
export const disputeDecided = bookingMail(
  'dispute_decided',
  { taken: cents, back: cents, share: cents },
  {
    sample: { taken: sampleCents(2_500), back: sampleCents(0), share: sampleCents(2_125) },
    viewer: null,
    streamer: ({ taken, back, share }, scene) => ({
      subject: taken === NOTHING ? 'Une contestation est gagnée' : 'Une contestation est perdue',
      preview: `La session avec ${scene.other}.`,
      title: taken === NOTHING ? 'La contestation est gagnée' : 'La contestation est perdue',
      paragraphs: [
        taken === NOTHING
          ? `La banque ${ofName(scene.other)} nous a restitué ${euros(back)}. Votre part de cette session n’est plus retenue.`
          : back === NOTHING
            ? `La banque ${ofName(scene.other)} garde ${euros(taken)}.`
            : `La banque ${ofName(scene.other)} garde ${euros(taken)} et nous a restitué ${euros(back)}.`,
        ...(taken === NOTHING
          ? []
          : [
              share === NOTHING
                ? 'Loge les prend à sa charge : votre part ne change pas.'
                : `Votre part baisse de ${euros(share)}. Ce qui vous était déjà versé est retenu sur vos prochaines sessions.`,
            ]),
      ],
      action: see(scene, 'Voir la session'),
    }),
  },
);
