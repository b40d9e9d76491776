/** So many slots may one viewer hold at once, unpaid: enough to compare, too few to keep a streamer's week from others. */
export const MOST_HOLDS = 3;
