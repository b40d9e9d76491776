/** PostgREST's code for a page behind the last row: an old address, or a list that grew shorter. There is nothing there; it is no failure. */
export const PAST_THE_END = 'PGRST103';
