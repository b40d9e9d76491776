import type { RoomEntry, RoomStanding } from '#contracts/conference.ts';
import type { RoomSnapshot } from './room-state.ts';

/** What a standing says beside who is there and how it stands with one's own media. */
export const factsOf = (standing: RoomStanding) =>
  ({
    engine: standing.engine,
    waiting: standing.waiting,
    lobby: standing.lobby,
    lobbyOn: standing.lobbyOn,
    mayShowCamera: standing.mayShowCamera,
    extension: standing.extension,
    mayExtend: standing.mayExtend,
    times: {
      startsAt: Date.parse(standing.startsAt),
      endsAt: Date.parse(standing.endsAt),
      closesAt: Date.parse(standing.closesAt),
    },
  }) satisfies Partial<RoomSnapshot>;

/** The streamer's last orders to this person, epoch milliseconds on the server's clock; 0 for none. */
export interface Orders {
  mutedAt: number;
  shareStoppedAt: number;
}

export function ordersOf({ orders }: RoomStanding): Orders {
  const at = (instant: string | null) => (instant === null ? 0 : Date.parse(instant));
  return { mutedAt: at(orders.mutedAt), shareStoppedAt: at(orders.shareStoppedAt) };
}

/** In the form of the browser's API, which takes no `undefined`. */
export const iceServersOf = (given: RoomEntry['iceServers']): RTCIceServer[] =>
  given.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
