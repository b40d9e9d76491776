import type { Sound } from '#web/conference-core/media/audio-level.ts';
import type {
  Background,
  DeviceProblem,
  EffectState,
  LocalState,
  NoiseMode,
} from '#web/conference-core/media/local-state.ts';

const WORDS = {
  mic: {
    the: 'le micro',
    The: 'Le micro',
    none: 'Aucun micro',
    found: 'trouvé',
    another: 'un autre',
    one: 'un',
    out: 'débranché',
  },
  camera: {
    the: 'la caméra',
    The: 'La caméra',
    none: 'Aucune caméra',
    found: 'trouvée',
    another: 'une autre',
    one: 'une',
    out: 'débranchée',
  },
} as const;

/**
 * Describes the problem, and its remedy.
 * @param userAgent each browser has its permissions in another place
 */
export function problemText(kind: 'mic' | 'camera', problem: DeviceProblem, userAgent: string): string {
  const { the, The, none, found, another, one, out } = WORDS[kind];
  switch (problem) {
    case 'denied':
      return `Votre navigateur n’a pas le droit d’utiliser ${the}. ${whereToAllow(userAgent)}`;
    case 'system':
      return `Votre appareil refuse ${the} à ce navigateur. ${whereSystemAllows(userAgent)} Puis réessayez.`;
    case 'in_use':
      return `Une autre application occupe ${the}. Fermez-la, puis réessayez.`;
    case 'none':
      return `${none} n’a été ${found}. Branchez-en ${one}, ou continuez sans.`;
    case 'unplugged':
      return `${The} a été ${out}. Choisissez-en ${another}.`;
    case 'insecure':
      return 'Cette page n’est pas ouverte de façon sûre (https) : le navigateur refuse la caméra et le micro.';
    case 'unknown':
      return `${The} n’a pas répondu. Réessayez, ou choisissez-en ${another}.`;
  }
}

/** Where a browser lists the permissions of a page, in the words of that browser. */
function whereToAllow(userAgent: string): string {
  if (/iphone|ipad/i.test(userAgent))
    return 'Touchez le bouton à gauche de l’adresse, puis « Réglages du site web ».';
  if (/android/i.test(userAgent)) return 'Touchez l’icône à gauche de l’adresse, puis « Autorisations ».';
  if (/firefox\//i.test(userAgent))
    return 'Cliquez sur l’icône barrée à gauche de l’adresse et retirez le blocage.';
  if (/edg\//i.test(userAgent))
    return 'Cliquez sur le cadenas à gauche de l’adresse, puis « Autorisations pour ce site ».';
  if (/chrom(?:e|ium)\//i.test(userAgent))
    return 'Cliquez sur l’icône des réglages à gauche de l’adresse, puis rétablissez l’autorisation.';
  if (/safari\//i.test(userAgent)) return 'Ouvrez le menu « Safari », puis « Réglages pour ce site web ».';
  return 'Cliquez sur l’icône à gauche de l’adresse, puis autorisez cette page.';
}

/** Where an operating system lists the permissions of a browser. */
function whereSystemAllows(userAgent: string): string {
  if (/iphone|ipad/i.test(userAgent))
    return 'Ouvrez « Réglages », trouvez votre navigateur dans la liste et autorisez-le.';
  if (/android/i.test(userAgent))
    return 'Ouvrez « Paramètres », « Applications », votre navigateur, puis « Autorisations ».';
  if (/mac os x/i.test(userAgent))
    return 'Ouvrez « Réglages Système », « Confidentialité et sécurité », et cochez votre navigateur.';
  if (/windows/i.test(userAgent))
    return 'Ouvrez « Paramètres », « Confidentialité et sécurité », et autorisez les applications de bureau.';
  return 'Autorisez votre navigateur dans les réglages de confidentialité de l’appareil.';
}

/** The texts for the state of a background. */
export const BACKGROUND_TEXT: Readonly<Record<EffectState, string>> = {
  off: '',
  on: '',
  starting: 'Préparation de l’arrière-plan…',
  slow: 'Cet appareil ne suit pas : l’arrière-plan est retiré, et la caméra coupée pour ne rien montrer sans vous. Rallumez-la quand vous voulez.',
  failed:
    'L’arrière-plan n’a pas pu démarrer. La caméra est coupée pour ne rien montrer sans vous : rallumez-la quand vous voulez.',
};

/** The texts for the sound of a microphone. */
export const SOUND_TEXT: Readonly<Record<Sound, string>> = {
  unknown: '',
  heard: '',
  quiet: 'Nous n’entendons rien. Parlez un peu plus fort, rapprochez le micro, ou choisissez-en un autre.',
  none: 'Aucun son ne vient de ce micro : il est sans doute coupé, par son bouton ou par l’appareil. Rallumez-le, ou choisissez-en un autre.',
};

/**
 * A sentence for a person whose own device fails in a session: the others do not see or hear them,
 * and cannot say so.
 * @returns a sentence, null when all is well
 */
export function deviceNote(
  { effects, problems, choices, tracks }: Pick<LocalState, 'effects' | 'problems' | 'choices' | 'tracks'>,
  sound: Sound,
  userAgent: string,
): string | null {
  const { background } = effects;
  if (tracks.camera === null && (background === 'slow' || background === 'failed'))
    return BACKGROUND_TEXT[background];
  if (problems.mic !== null && tracks.audio === null) return problemText('mic', problems.mic, userAgent);
  if (problems.camera !== null && choices.camera && tracks.camera === null)
    return problemText('camera', problems.camera, userAgent);
  return choices.mic && sound === 'none' ? SOUND_TEXT.none : null;
}

export const BACKGROUND_LABELS: Readonly<Record<Background, string>> = {
  none: 'Aucun',
  blur: 'Flou',
  curtain: 'Rideau',
  library: 'Livres',
  night: 'Ville',
};

export const NOISE_LABELS: Readonly<Record<NoiseMode, string>> = {
  browser: 'Celle du navigateur',
  strong: 'Renforcée',
  off: 'Aucune',
};

/** For a report. */
export const EFFECT_LABELS: Readonly<Record<EffectState, string>> = {
  off: 'sans effet en cours',
  starting: 'démarre',
  on: 'en marche',
  slow: 'arrêté, appareil trop lent',
  failed: 'n’a pas démarré',
};
