/** For how long frames are counted at a time, in milliseconds. */
export const WINDOW = 2_000;
/** The first windows do not count: the model loads, and the first frames come late. */
const WARM_UP = 2;
/**
 * How many windows in a row must be too slow: in a single one, another program may have started.
 */
const PATIENCE = 3;
/**
 * Frames per second below which a face jerks. In the dark a camera itself gives few: there, half of
 * them are enough.
 */
const LEAST = 12;

/**
 * Whether a device is too slow for an effect.
 * @param counted frames that came in each window since the effect began
 * @param cameraRate frames a second of the camera itself
 */
export function fallsBehind(counted: readonly number[], cameraRate: number): boolean {
  const recent = counted.slice(WARM_UP).slice(-PATIENCE);
  const least = Math.min(LEAST, cameraRate / 2);
  return recent.length === PATIENCE && recent.every((frames) => frames / (WINDOW / 1000) < least);
}
