/** So many slots may one viewer hold at once, unpaid: enough to compare, too few to keep a streamer's week from others. */
export const MOST_HOLDS = 3;

/** So many holds with one streamer may come to nothing in a day: anybody who holds again and again without paying keeps the slots from others. */
export const MOST_LAPSED_HOLDS = 12;
export const LAPSED_HOLDS_HOURS = 24;

/** So many free sessions with one streamer may a viewer have ahead of them: what costs nothing is easily taken and not used. */
export const MOST_FREE_BOOKINGS = 3;
