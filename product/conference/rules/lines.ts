/** How well somebody in a room reaches the others, as their browser measures it. */
export const LINE_QUALITIES = ['good', 'fair', 'poor'] as const;
export type LineQuality = (typeof LINE_QUALITIES)[number];
