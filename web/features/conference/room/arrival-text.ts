import type { Flags } from '#web/conference-core/controller/signaling.ts';

/** What somebody who comes in is told of themself: the room shows it, and who does not see the room must know it, too. */
export function arrivalText({ mic, camera }: Pick<Flags, 'mic' | 'camera'>): string {
  const text = 'Vous êtes dans la loge :';
  if (mic && camera) return `${text} on vous voit et on vous entend.`;
  if (mic) return `${text} on vous entend, votre caméra est coupée.`;
  if (camera) return `${text} on vous voit, votre micro est coupé.`;
  return `${text} votre micro et votre caméra sont coupés.`;
}
