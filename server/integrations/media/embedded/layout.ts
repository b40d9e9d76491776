/** The four media of a room's descriptions, in the order of their m-lines. */
export const LAYOUT = [
  { name: 'audio', kind: 'audio', clockRate: 48_000 },
  { name: 'camera', kind: 'video', clockRate: 90_000 },
  { name: 'screen', kind: 'video', clockRate: 90_000 },
  { name: 'screenAudio', kind: 'audio', clockRate: 48_000 },
] as const;

export type Medium = (typeof LAYOUT)[number];

/** The seats of twelve viewers, the streamer, and an admin. */
export const MOST_PEOPLE = 14;
/** Each picture goes to everybody as it came: more of them would fill the line of the person who watches. */
export const MOST_CAMERAS = 6;
