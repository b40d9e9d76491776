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

const NAMES = { mic: 'micro', camera: 'caméra' } as const;

/** What happened and what to do, for the person in front of it. */
export function problemText(kind: 'mic' | 'camera', problem: DeviceProblem): string {
  const name = NAMES[kind];
  switch (problem) {
    case 'denied':
      return `Votre navigateur n’a pas le droit d’utiliser ${kind === 'mic' ? 'le' : 'la'} ${name}. Cliquez sur l’icône à gauche de l’adresse, autorisez ${kind === 'mic' ? 'le micro' : 'la caméra'}, puis réessayez.`;
    case 'system':
      return `Votre système bloque ${kind === 'mic' ? 'le' : 'la'} ${name} pour ce navigateur. Autorisez-${kind === 'mic' ? 'le' : 'la'} dans les réglages de confidentialité de l’appareil, puis réessayez.`;
    case 'in_use':
      return `Une autre application occupe ${kind === 'mic' ? 'le' : 'la'} ${name}. Fermez-la, puis réessayez.`;
    case 'none':
      return `Aucun${kind === 'mic' ? '' : 'e'} ${name} n’a été trouvé${kind === 'mic' ? '' : 'e'}. Branchez-en ${kind === 'mic' ? 'un' : 'une'}, ou continuez sans.`;
    case 'unplugged':
      return `${kind === 'mic' ? 'Le micro a été débranché' : 'La caméra a été débranchée'}. Choisissez-en ${kind === 'mic' ? 'un autre' : 'une autre'}.`;
    case 'insecure':
      return 'Cette page n’est pas ouverte de façon sûre (https) : le navigateur refuse la caméra et le micro.';
    case 'unknown':
      return `${kind === 'mic' ? 'Le micro' : 'La caméra'} n’a pas répondu. Réessayez, ou choisissez un autre appareil.`;
  }
}
