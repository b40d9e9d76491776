import { ofName } from '#product/shared/elision.ts';
import { requestPath } from '#product/support/rules/support.ts';
import { IDENTITY_PATH, statementPath } from '#web/entities/payment/documents.ts';
import { payoutPath } from '#web/entities/payment/earnings.ts';
import type { Notification } from '#web/features/notifications/queries.ts';
import { formatDateTime, formatDay, formatDuration, formatMoney } from '#web/lib/format.ts';

interface Told {
  text: string;
  to: string | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const moment = (value: unknown, zone: string): string =>
  typeof value === 'string' ? formatDateTime(value, zone) : '';
const amount = ({ amountCents }: Notification['data']): string =>
  typeof amountCents === 'number' ? formatMoney(amountCents) : 'revenus';
const back = (value: unknown): string =>
  typeof value === 'number' && value > 0 ? ` ${formatMoney(value)} vous sont remboursés.` : '';

/**
 * Describes the event in one sentence to its reader; null for a kind that this page does not know
 * yet.
 */
function sentenceOf({ data }: Notification, zone: string): string | null {
  const other = text(data.other) || 'L’autre personne';
  const title = `« ${text(data.title) || 'Session'} »`;
  const when = moment(data.start, zone);
  const viewer = data.side === 'viewer';
  switch (data.event) {
    case 'requested':
      return viewer
        ? `Demande envoyée à ${other} : ${title}, ${when}.`
        : `${other} demande ${title}, ${when}.`;
    case 'confirmed':
      return `C’est confirmé avec ${other} : ${title}, ${when}.`;
    case 'declined':
      return viewer
        ? `${other} ne peut pas : ${title}, ${when}. Rien n’est débité.`
        : `Demande refusée : ${title}, ${when}.`;
    case 'request_expired':
      return `Demande restée sans réponse : ${title}, ${when}.`;
    case 'cancelled':
      return `Session annulée : ${title}, ${when}.${viewer ? back(data.refundCents) : ''}`;
    case 'rescheduled':
      return `Session déplacée : ${title}, désormais ${when}.`;
    case 'proposed':
      return `${other} propose un autre horaire pour ${title} : ${moment(data.proposedStart, zone)}.`;
    case 'proposal_accepted':
      return `Nouvel horaire accepté : ${title}, ${when}.`;
    case 'proposal_refused':
      return `Autre horaire refusé : ${title} est annulée.${viewer ? back(data.refundCents) : ''}`;
    case 'proposal_lapsed':
      return `Proposition restée sans réponse : ${title} garde son horaire, ${when}.`;
    case 'proposal_withdrawn':
      return `Proposition retirée : ${title} garde son horaire, ${when}.`;
    case 'reminder':
      return `Bientôt : ${title} avec ${other}, ${when}.`;
    case 'live_planned':
      return viewer
        ? `${other} annonce un live à l’heure de ${title}, ${when}. La session reste prévue.`
        : `Votre live tombe à l’heure de ${title} avec ${other}, ${when}. Déplacez l’un des deux.`;
    case 'payment_failed':
      return `Paiement non abouti pour ${title}, ${when}.`;
    case 'capture_failed':
      return `Le débit n’a pas pu se faire : ${title}, ${when}, est annulée.`;
    case 'refunded':
      return `${typeof data.amountCents === 'number' ? formatMoney(data.amountCents) : 'Votre argent'} en route vers votre moyen de paiement, pour ${title}.`;
    case 'refund_returned':
      return `Votre remboursement de ${amount(data)} n’est pas arrivé, pour ${title} : nous cherchons un autre moyen.`;
    case 'disputed':
      return `La banque ${ofName(other)} conteste ${amount(data)}, pour ${title} : votre part est retenue.`;
    case 'dispute_decided':
      return typeof data.takenCents === 'number' && data.takenCents > 0
        ? `La banque ${ofName(other)} garde ${formatMoney(data.takenCents)}, pour ${title}.`
        : `Contestation gagnée, pour ${title} : votre part n’est plus retenue.`;
    case 'extended':
      return `Session prolongée de ${formatDuration(Number(data.minutes))} avec ${other} : ${title}.`;
    case 'extension_unpaid':
      return `La prolongation n’a pas pu être payée : ${title} retrouve sa durée.`;
    case 'no_show':
      return data.absent === data.side
        ? `Vous n’êtes pas venu à ${title}, ${when}.`
        : `${other} n’est pas venu à ${title}, ${when}.${viewer ? back(data.refundCents) : ''}`;
    case 'overruled':
      return `Décision de l’équipe Loge pour ${title} : ${typeof data.refundCents === 'number' ? formatMoney(data.refundCents) : 'une partie du prix'} ${viewer ? 'vous sont remboursés' : `sont remboursés à ${other}`} en tout.`;
    case 'completed':
      return viewer
        ? `Session terminée avec ${other} : ${title}. Donnez votre avis.${back(data.refundCents)}`
        : `Session terminée avec ${other} : ${title}.`;
    case 'review':
      return `${other} a donné son avis : ${title}.`;
    case 'review_answered':
      return `${other} a répondu à votre avis : ${title}.`;
    case 'message': {
      const count = typeof data.count === 'number' ? data.count : 1;
      return `${other} vous a écrit${count > 1 ? ` (${count} messages)` : ''} : ${title}, ${when}.`;
    }
    case 'conversation_opened':
      return `L’équipe Loge a ouvert votre conversation de ${title}, ${when}. Motif : ${text(data.reason)}`;
    case 'account_viewed':
      return `Une personne de l’équipe Loge a vu vos pages comme vous. Motif : ${text(data.reason)}`;
    case 'payout_sent':
      return `Votre versement de ${amount(data)} est en route vers votre banque.`;
    case 'payout_failed':
      return `Votre versement de ${amount(data)} n’est pas arrivé : vérifiez votre compte bancaire.`;
    case 'identity_requested':
      return data.step === 'reminded_again'
        ? `Dernier rappel : sans votre identité fiscale, vos versements attendront à partir du ${formatDay(text(data.waitsFrom), zone)}.`
        : `${data.step === 'reminded' ? 'Rappel : complétez' : 'Complétez'} votre identité fiscale, pour que vos versements continuent.`;
    case 'statement_ready':
      return `Votre relevé ${String(data.year)} est prêt : les montants de l’année, par trimestre.`;
    case 'integrity_differs':
      return 'La vérification d’intégrité a trouvé un écart.';
    case 'report_failed':
      return 'Un envoi programmé n’a pas pu partir : Loge l’essaie de nouveau.';
    case 'announcement':
      return `Annonce de Loge, ${text(data.title)} : ${text(data.body)}`;
    case 'support_answer':
      return `L’équipe Loge vous a répondu : « ${text(data.subject) || 'Votre demande'} ».`;
    case 'slot_free':
      return `Un créneau s’est libéré${text(data.title) ? ` pour ${title}` : ''}.`;
    default:
      return null;
  }
}

/** Of sessions that are over. */
const AFTERWARDS: ReadonlySet<string> = new Set(['completed', 'review', 'review_answered']);

/** A notification as the bell shows it: its sentence, and where it leads. */
export function describe(notification: Notification, zone: string): Told {
  const { kind, booking_id: bookingId, data } = notification;
  if (kind === 'calendar_broken') {
    const label = text(data.label);
    return {
      text: `L’agenda ${label ? `« ${label} » ` : ''}ne répond plus.`,
      to: '/streamer-dashboard/availability',
    };
  }
  const sentence = sentenceOf(notification, zone) ?? 'Du nouveau sur votre compte.';
  const side = data.side === 'streamer' ? 'streamer' : 'viewer';
  // The room of a past session shows its settlement and reviews.
  if (bookingId !== null && AFTERWARDS.has(text(data.event)))
    return { text: sentence, to: `/conference/room/${bookingId}` };
  if (bookingId !== null) return { text: sentence, to: `/${side}-dashboard/bookings?booking=${bookingId}` };
  if (kind === 'identity_requested') return { text: sentence, to: IDENTITY_PATH };
  if (kind === 'statement_ready') return { text: sentence, to: statementPath(Number(data.year)) };
  if (kind === 'support_answer') return { text: sentence, to: requestPath(side, text(data.threadId)) };
  if (kind === 'integrity_differs') return { text: sentence, to: '/admin-dashboard/system' };
  if (kind === 'report_failed') return { text: sentence, to: '/admin-dashboard/reports' };
  if (kind === 'payout_sent') return { text: sentence, to: '/streamer-dashboard/earnings' };
  if (kind === 'payout_failed') {
    const payout = text(data.payoutId);
    return { text: sentence, to: payout ? payoutPath(payout) : '/streamer-dashboard/settings?tab=payouts' };
  }
  const offer = text(data.offerId);
  const streamer = text(data.streamerHandle) || text(data.streamerPath) || text(data.streamerId);
  return {
    text: sentence,
    to: streamer ? `/book-session/${streamer}${offer ? `?offer=${offer}` : ''}` : null,
  };
}
