/** Signing up, from the headers and the home page. */
export const SIGN_UP = '/auth?mode=signup';

/** Signing up with the role already chosen: « Proposer mes sessions ». */
export const STREAMER_SIGN_UP = '/auth?mode=signup&role=streamer';

/** Everything that the team may know of somebody, on one page. */
export const personPage = (personId: string): string => `/admin-dashboard/users/${personId}`;
