import { z } from 'zod';
import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import { again, bookingMail, keptByStreamer, refundToViewer, see } from './booking-mail.ts';

/** Somebody did not come; `refund` is what the viewer gets back. */
export const noShow = bookingMail(
  'no_show',
  { absent: z.enum(['viewer', 'streamer']), refund: cents },
  {
    sample: { absent: 'streamer', refund: sampleCents(2_500) },
    viewer: ({ absent, refund }, scene) => ({
      subject:
        absent === 'viewer'
          ? `Votre session avec ${scene.other} a eu lieu sans vous`
          : `${scene.other} n’a pas rejoint votre session`,
      preview: absent === 'viewer' ? 'On vous attendait dans la loge.' : 'Tout vous est remboursé.',
      title: absent === 'viewer' ? 'On vous attendait' : 'Votre session n’a pas eu lieu',
      paragraphs: [
        absent === 'viewer'
          ? `${scene.other} vous a attendu quinze minutes, puis la session a pris fin.`
          : `${scene.other} n’a pas rejoint la loge. Nous en sommes désolés.`,
        ...refundToViewer(scene, refund, true),
      ],
      action: absent === 'viewer' ? see(scene) : again(scene),
    }),
    streamer: ({ absent, refund }, scene) => ({
      subject:
        absent === 'viewer'
          ? `${scene.other} n’a pas rejoint la session`
          : `Votre session avec ${scene.other} n’a pas eu lieu`,
      preview: absent === 'viewer' ? 'Vous avez attendu quinze minutes.' : 'Vous n’avez pas rejoint la loge.',
      title: absent === 'viewer' ? 'Une place restée vide' : 'Votre absence a été constatée',
      paragraphs:
        absent === 'viewer'
          ? [
              `${scene.other} n’a pas rejoint la loge dans les quinze minutes.`,
              ...keptByStreamer(scene, refund),
            ]
          : [
              `Vous n’avez pas rejoint la loge dans les dix minutes. ${scene.other} récupère la totalité de son paiement.`,
              'Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi.',
            ],
      action: see(scene),
    }),
  },
);
