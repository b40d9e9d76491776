import { z } from 'zod';
import { cents, sampleCents } from '#product/mail/mail-kind.ts';
import {
  again,
  bookingMail,
  freed,
  keptByStreamer,
  quoting,
  refundAfterDispute,
  refundToViewer,
  see,
} from './booking-mail.ts';

/**
 * One side or the team cancelled. `refund`: what the viewer gets back, or is not charged; `charged`
 * tells which.
 */
export const cancelled = bookingMail(
  'cancelled',
  {
    by: z.enum(['viewer', 'streamer', 'admin']),
    refund: cents,
    charged: z.boolean(),
    reason: z.string().nullable(),
    /** The viewer's bank has the money, and decides: the refund waits for it. */
    disputed: z.boolean().default(false),
  },
  {
    sample: { by: 'streamer', refund: sampleCents(2_500), charged: true, reason: 'Malade', disputed: false },
    viewer: ({ by, refund, charged, reason, disputed }, scene) => ({
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
        ...(disputed ? refundAfterDispute(refund) : refundToViewer(scene, refund, charged)),
      ],
      action: again(scene),
    }),
    streamer: ({ by, refund, charged, reason, disputed }, scene) => ({
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
        ...(charged && !disputed ? keptByStreamer(scene, refund) : []),
      ],
      action: see(scene),
    }),
  },
);
