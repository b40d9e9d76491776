import { whereSystemAllows, whereToAllow } from './browser-hint.ts';

/** Why a camera or microphone does not come. */
export type DeviceProblem = 'denied' | 'system' | 'in_use' | 'none' | 'insecure' | 'unplugged' | 'unknown';

/** What a failed getUserMedia means (its DOMException names, W3C Media Capture and Streams). */
export function problemOf(error: unknown): DeviceProblem {
  if (!(error instanceof Error)) return 'unknown';
  switch (error.name) {
    case 'NotAllowedError':
      // Chromium's word for a permission that the operating system withholds from the browser.
      return /system/i.test(error.message) ? 'system' : 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'in_use';
    case 'SecurityError':
    case 'TypeError':
      return 'insecure';
    default:
      return 'unknown';
  }
}

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
 * What happened and what to do, for the person in front of it.
 * @param userAgent of the browser at hand: each keeps its permissions elsewhere
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
