/**
 * The engines that carry the media of a room: browser to browser, the media server within Loge, or
 * a Janus server.
 */
export const ENGINES = ['p2p', 'embedded', 'janus'] as const;
export type EngineName = (typeof ENGINES)[number];

/**
 * Two people connect directly. With more, each sends its picture once to a server.
 * @param seats of the offer that was booked: how many viewers may come
 */
export function engineFor(seats: number, { janus }: { janus: boolean }): EngineName {
  if (seats <= 1) return 'p2p';
  return janus ? 'janus' : 'embedded';
}

/** Somebody in a room, with what the choice of cameras depends on. */
export interface CameraSeat {
  participantId: string;
  side: 'viewer' | 'streamer' | 'admin';
  /** Rises with each admission. */
  number: number;
  wantsCamera: boolean;
}

/**
 * The participants whose cameras are shown: the streamer, then the first to come, among those who
 * want to be seen.
 * @param cameras most of them at a time
 */
export function shownCameras(seats: readonly CameraSeat[], cameras: number): string[] {
  const streamerFirst = ({ side }: CameraSeat) => (side === 'streamer' ? 0 : 1);
  return seats
    .filter(({ wantsCamera }) => wantsCamera)
    .toSorted((a, b) => streamerFirst(a) - streamerFirst(b) || a.number - b.number)
    .slice(0, cameras)
    .map(({ participantId }) => participantId);
}

/** Whether one's camera is shown, or would be if it were switched on. */
export const mayShowCamera = (
  seats: readonly CameraSeat[],
  participantId: string,
  cameras: number,
): boolean =>
  shownCameras(
    seats.map((seat) => (seat.participantId === participantId ? { ...seat, wantsCamera: true } : seat)),
    cameras,
  ).includes(participantId);
