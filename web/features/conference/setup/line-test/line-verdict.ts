import type { LineFigures } from './line-figures.ts';

/** Everything that a test of a line found out. */
export interface LineFacts {
  /** Milliseconds that Loge took to answer over the websocket; null when it could not be opened. */
  socket: number | null;
  /** `blocked`: no way for picture and sound to the server. `unavailable`: no server to measure with. */
  media: LineFigures | 'blocked' | 'unavailable';
  /** Whether the relay answers; `none` where Loge has none. */
  relay: 'reachable' | 'unreachable' | 'none';
}

export type Verdict = 'good' | 'fair' | 'poor' | 'failed' | 'unknown';

/** What keeps a line from being good. */
export type Complaint = 'socket' | 'blocked' | 'relayed' | 'loss' | 'delay' | 'rate' | 'unmeasured' | 'busy';

/** Good below the first, poor beyond the second (Daily's). */
const LOSS = { good: 0.05, poor: 0.1 };
/** Milliseconds (Daily's). */
const DELAY = { good: 300, poor: 600 };
/** Kilobits per second: good from the first on (Daily's), poor below the second, which a voice and a small picture need. */
const RATE = { good: 1100, poor: 400 };

/** Pictures a second, of the thirty that are asked for. With fewer it is this device that sends little, not the line that carries little. */
const BUSY = 20;

type Grade = 'good' | 'fair' | 'poor';
const upTo = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value < good ? 'good' : value <= poor ? 'fair' : 'poor';
const from = (value: number, { good, poor }: { good: number; poor: number }): Grade =>
  value >= good ? 'good' : value >= poor ? 'fair' : 'poor';
const ORDER: readonly Grade[] = ['good', 'fair', 'poor'];

/** Kilobits per second that the line carries. A device too busy to fill it is no fault of the line: then the browser's own estimate counts. */
const rateOf = ({ sent, received, available, frames }: LineFigures): number =>
  Math.max(Math.min(sent, received), frames < BUSY ? (available ?? 0) : 0);

/** The worst of what was found decides, and everything that is not good is named; a busy device is named without counting. */
export function verdictOf({ socket, media, relay }: LineFacts): {
  verdict: Verdict;
  complaints: Complaint[];
} {
  if (socket === null) return { verdict: 'failed', complaints: ['socket'] };
  if (media === 'blocked')
    return relay === 'reachable'
      ? { verdict: 'fair', complaints: ['relayed'] }
      : { verdict: 'failed', complaints: ['blocked'] };
  if (media === 'unavailable') return { verdict: 'unknown', complaints: ['unmeasured'] };
  const grades: [Complaint, Grade][] = [
    ['loss', upTo(media.loss, LOSS)],
    ['delay', upTo(media.roundTrip ?? 0, DELAY)],
    ['rate', from(rateOf(media), RATE)],
  ];
  const worst = Math.max(...grades.map(([, grade]) => ORDER.indexOf(grade)));
  return {
    verdict: ORDER[worst] ?? 'good',
    complaints: [
      ...grades.filter(([, grade]) => grade !== 'good').map(([complaint]) => complaint),
      ...(media.frames < BUSY ? (['busy'] as const) : []),
    ],
  };
}

export const VERDICT_TEXT: Readonly<Record<Verdict, { title: string; what: string }>> = {
  good: { title: 'Connexion bonne', what: 'Image nette et voix sans coupure : tout est prêt.' },
  fair: { title: 'Connexion moyenne', what: 'La session se tiendra, avec une image parfois moins nette.' },
  poor: {
    title: 'Connexion faible',
    what: 'La voix pourrait se couper. Rapprochez-vous de la box, ou branchez un câble.',
  },
  failed: { title: 'Connexion impossible', what: 'La session ne pourrait pas se tenir d’ici.' },
  unknown: { title: 'Loge répond', what: 'L’image et le son n’ont pas pu être mesurés.' },
};

export const COMPLAINT_TEXT: Readonly<Record<Complaint, string>> = {
  socket:
    'Loge ne répond pas en temps réel : ce réseau ou une extension bloque peut-être les websockets. Essayez un autre réseau.',
  blocked:
    'Ce réseau ne laisse passer ni image ni son. Essayez le partage de connexion d’un téléphone, ou un autre réseau.',
  relayed: 'Ce réseau ne laisse pas passer l’image directement : elle prendra un relais.',
  loss: 'Des paquets se perdent en route : fermez les téléchargements, rapprochez-vous de la box.',
  delay: 'Les réponses sont lentes : coupez un éventuel VPN.',
  rate: 'Le débit est court pour une image nette : fermez les vidéos et les téléchargements, ou coupez votre caméra.',
  busy: 'Cet appareil est très occupé : fermez d’autres programmes pour une image plus fluide.',
  unmeasured: 'Le serveur de mesure ne répond pas pour l’instant. Réessayez un peu plus tard.',
};
