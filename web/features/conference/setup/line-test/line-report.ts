import { formatDateTime } from '#web/lib/format.ts';
import { BACKGROUND_LABELS, EFFECT_LABELS, NOISE_LABELS } from '../../media/choice-text.ts';
import { problemText } from '../../media/device-problem.ts';
import type { LocalState } from '../../media/local-state.ts';
import type { LineFigures } from './line-figures.ts';
import { COMPLAINT_TEXT, type LineFacts, VERDICT_TEXT, verdictOf } from './line-verdict.ts';

export const rateText = (kilobits: number): string =>
  kilobits >= 1000
    ? `${(kilobits / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} Mbit/s`
    : `${String(Math.round(kilobits))} kbit/s`;

const millisecondsText = (value: number | null): string =>
  value === null ? 'inconnu' : `${String(Math.round(value))} ms`;

const shareText = (share: number): string =>
  `${(share * 100).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} %`;

const RELAY_TEXT: Readonly<Record<LineFacts['relay'], string>> = {
  none: 'aucun n’est prévu',
  reachable: 'joignable',
  unreachable: 'ne répond pas',
};

const figureRows = ({ roundTrip, jitter, loss, sent, received, frames, protocol }: LineFigures) => [
  ['Aller-retour', millisecondsText(roundTrip)] as const,
  ['Gigue', millisecondsText(jitter)] as const,
  ['Paquets perdus', shareText(loss)] as const,
  ['Envoi', rateText(sent)] as const,
  ['Réception', rateText(received)] as const,
  ['Images par seconde', String(Math.round(frames))] as const,
  ['Transport', protocol?.toUpperCase() ?? 'inconnu'] as const,
];

/** What was found, as names and values. */
export function lineRows({ socket, media, relay }: LineFacts): (readonly [string, string])[] {
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
  facts: LineFacts;
  local: LocalState;
  at: Date;
  zone: string;
  userAgent: string;
}

/** Everything that whoever helps would ask for, as text: no name, no address. */
export function lineReport({ facts, local, at, zone, userAgent }: ReportDraft): string {
  const { verdict, complaints } = verdictOf(facts);
  const camera = local.tracks.camera?.getSettings();
  const size = camera?.width ? `${String(camera.width)} × ${String(camera.height ?? '?')}` : 'aucune image';
  const rows: (readonly [string, string])[] = [
    ...lineRows(facts),
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
    `Verdict : ${VERDICT_TEXT[verdict].title}`,
    ...complaints.map((complaint) => `- ${COMPLAINT_TEXT[complaint]}`),
    ...rows.map(([name, value]) => `${name} : ${value}`),
  ].join('\n');
}
