import {
  type ConnectionFacts,
  type ConnectionIssue,
  type ConnectionRating,
  type Quality,
  rateConnection,
} from '#web/conference-core/connection/connection-rating.ts';
import type { ConnectionFigures } from '#web/conference-core/connection/connection-stats.ts';
import type { LocalState } from '#web/conference-core/media/local-state.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { BACKGROUND_LABELS, EFFECT_LABELS, NOISE_LABELS, problemText } from '../media/device-text.ts';

export const QUALITY_TEXT: Readonly<Record<Quality, string>> = {
  good: 'Connexion bonne',
  fair: 'Connexion moyenne',
  poor: 'Connexion faible',
};

export const RATING_TEXT: Readonly<Record<ConnectionRating, { title: string; what: string }>> = {
  good: { title: 'Connexion bonne', what: 'Image nette et voix sans coupure : tout est prêt.' },
  fair: { title: 'Connexion moyenne', what: 'La session se tiendra, avec une image parfois moins nette.' },
  poor: {
    title: 'Connexion faible',
    what: 'La voix pourrait se couper. Rapprochez-vous de la box, ou branchez un câble.',
  },
  failed: { title: 'Connexion impossible', what: 'La session ne pourrait pas se tenir d’ici.' },
  unknown: { title: 'Loge répond', what: 'L’image et le son n’ont pas pu être mesurés.' },
};

export const ISSUE_TEXT: Readonly<Record<ConnectionIssue, string>> = {
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

export const rateText = (kilobits: number): string =>
  kilobits >= 1000
    ? `${(kilobits / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} Mbit/s`
    : `${String(Math.round(kilobits))} kbit/s`;

const millisecondsText = (value: number | null): string =>
  value === null ? 'inconnu' : `${String(Math.round(value))} ms`;

const shareText = (share: number): string =>
  `${(share * 100).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} %`;

const RELAY_TEXT: Readonly<Record<ConnectionFacts['relay'], string>> = {
  none: 'aucun n’est prévu',
  reachable: 'joignable',
  unreachable: 'ne répond pas',
};

const figureRows = ({ roundTrip, jitter, loss, sent, received, frames, protocol }: ConnectionFigures) => [
  ['Aller-retour', millisecondsText(roundTrip)] as const,
  ['Gigue', millisecondsText(jitter)] as const,
  ['Paquets perdus', shareText(loss)] as const,
  ['Envoi', rateText(sent)] as const,
  ['Réception', rateText(received)] as const,
  ['Images par seconde', String(Math.round(frames))] as const,
  ['Transport', protocol?.toUpperCase() ?? 'inconnu'] as const,
];

/** The findings, as names and values. */
export function connectionRows({ socket, media, relay }: ConnectionFacts): (readonly [string, string])[] {
  return [
    ['Temps réel', socket === null ? 'ne répond pas' : millisecondsText(socket)],
    ...(typeof media === 'object'
      ? figureRows(media)
      : ([['Image et son', media === 'blocked' ? 'bloqués' : 'non mesurés']] as const)),
    ['Relais', RELAY_TEXT[relay]],
  ];
}

const ALLOWED: Readonly<Record<string, string>> = {
  granted: 'autorisé',
  denied: 'refusé',
  prompt: 'à demander',
  unknown: 'inconnu',
};

function deviceText(
  kind: 'mic' | 'camera',
  { devices, using, permissions, problems }: LocalState,
  userAgent: string,
): string {
  const label = devices.find(({ deviceId }) => deviceId !== '' && deviceId === using[kind])?.label;
  const problem = problems[kind];
  return [
    label || 'aucun',
    `accès ${ALLOWED[permissions[kind]] ?? ''}`,
    problem && problemText(kind, problem, userAgent),
  ]
    .filter(Boolean)
    .join(', ');
}

interface ReportDraft {
  facts: ConnectionFacts;
  local: LocalState;
  at: Date;
  zone: string;
  userAgent: string;
}

/** The report for somebody who helps: text without names or addresses. */
export function connectionReport({ facts, local, at, zone, userAgent }: ReportDraft): string {
  const { rating, issues } = rateConnection(facts);
  const camera = local.tracks.camera?.getSettings();
  const size = camera?.width ? `${String(camera.width)} × ${String(camera.height ?? '?')}` : 'aucune image';
  const rows: (readonly [string, string])[] = [
    ...connectionRows(facts),
    ['Caméra', `${deviceText('camera', local, userAgent)}, ${size}`],
    ['Micro', deviceText('mic', local, userAgent)],
    [
      'Arrière-plan',
      `${BACKGROUND_LABELS[local.choices.background]}, ${EFFECT_LABELS[local.effects.background]}`,
    ],
    ['Réduction du bruit', `${NOISE_LABELS[local.choices.noise]}, ${EFFECT_LABELS[local.effects.noise]}`],
    ['Navigateur', userAgent],
  ];
  return [
    `Loge, test de connexion, ${formatDateTime(at, zone)} (${zone})`,
    `Verdict : ${RATING_TEXT[rating].title}`,
    ...issues.map((issue) => `- ${ISSUE_TEXT[issue]}`),
    ...rows.map(([name, value]) => `${name} : ${value}`),
  ].join('\n');
}
