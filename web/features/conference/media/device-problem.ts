import type { DeviceProblem } from '#web/conference-core/media/capture.ts';
import { whereSystemAllows, whereToAllow } from './browser-hint.ts';

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
