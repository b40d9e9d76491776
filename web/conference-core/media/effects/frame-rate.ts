/** How long frames are counted before they are judged, in milliseconds. */
export const WINDOW = 2_000;
/** The model loads and the first frames come late: windows that are not judged. */
const WARM_UP = 2;
/** Windows in a row below the least that is bearable: one alone is another program that started. */
const PATIENCE = 3;
/** Below it a face jerks; a camera in the dark gives no more by itself, so half of what it gives is enough there. */
const LEAST = 12;

/**
 * Whether a device that makes an effect falls behind its camera.
 * @param counted frames that came in each window since the effect began
 * @param cameraRate frames a second of the camera itself
 */
export function fallsBehind(counted: readonly number[], cameraRate: number): boolean {
  const judged = counted.slice(WARM_UP).slice(-PATIENCE);
  const least = Math.min(LEAST, cameraRate / 2);
  return judged.length === PATIENCE && judged.every((frames) => frames / (WINDOW / 1000) < least);
}
