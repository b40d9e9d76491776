/** Tells the time. */
export type Clock = () => Date;

/**
 * The clock of a server: everything that decides by the time of day is given this one. It goes as fast as the machine's and stands
 * `aheadMinutes` before it (the setting CLOCK_AHEAD, which production refuses). How long something took is measured otherwise.
 */
export const openClock =
  (aheadMinutes: number): Clock =>
  () =>
    new Date(Date.now() + aheadMinutes * 60_000);
