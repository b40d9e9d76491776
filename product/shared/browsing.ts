/** When a viewer wants the streamer to be free, in the viewer's zone. */
export const FREE_WHEN = ['today', 'week', 'evenings', 'weekend'] as const;
export type FreeWhen = (typeof FREE_WHEN)[number];

/** The orders of a list of streamers, and how many a page of it has. */
export const BROWSE_SORTS = ['relevance', 'soonest', 'price', 'rating', 'newest'] as const;
export type BrowseSort = (typeof BROWSE_SORTS)[number];
export const BROWSE_PAGE = 24;
