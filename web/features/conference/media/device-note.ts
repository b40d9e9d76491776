import type { Sound } from '#web/conference-core/media/audio-level.ts';
import type { EffectState, LocalState } from '#web/conference-core/media/local-state.ts';
import { problemText } from './device-problem.ts';

/** What became of a background. */
export const BACKGROUND_TEXT: Readonly<Record<EffectState, string>> = {
  off: '',
  on: '',
  starting: 'Préparation de l’arrière-plan…',
  slow: 'Cet appareil ne suit pas : l’arrière-plan est retiré, et la caméra coupée pour ne rien montrer sans vous. Rallumez-la quand vous voulez.',
  failed:
    'L’arrière-plan n’a pas pu démarrer. La caméra est coupée pour ne rien montrer sans vous : rallumez-la quand vous voulez.',
};

/** What comes from a microphone. */
export const SOUND_TEXT: Readonly<Record<Sound, string>> = {
  unknown: '',
  heard: '',
  quiet: 'Nous n’entendons rien. Parlez un peu plus fort, rapprochez le micro, ou choisissez-en un autre.',
  none: 'Aucun son ne vient de ce micro : il est sans doute coupé, par son bouton ou par l’appareil. Rallumez-le, ou choisissez-en un autre.',
};

/**
 * The one thing that somebody in the middle of a session should know about their own devices: what others miss of them, and cannot tell.
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
