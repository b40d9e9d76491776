import type { RoomEntry, RoomStanding } from '#product/conference/contract.ts';
import type { NegotiationStep } from '#product/conference/media-contract.ts';
import type { LineQuality } from '#product/conference/rules/lines.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { COMMAND_ERROR_TEXT } from '#web/lib/command-error-text.ts';
import { type RoomPorts, type RoomServer, SLOTS, type Tracks } from '../controller/ports.ts';
import { createRoomController, type RoomController } from '../controller/room-controller.ts';
import type { ChannelHandlers, Signal } from '../controller/signaling.ts';
import { fakeClock } from './fake-clock.ts';
import { FakeConnection } from './fake-peer-connection.ts';

const refusal = (code: keyof typeof COMMAND_ERROR_TEXT) => new CommandError(code, COMMAND_ERROR_TEXT[code]);

interface Guest {
  participantId: string;
  number: number;
  handlers: ChannelHandlers | null;
  joined: boolean;
  /** It published to the media server. */
  publishes: boolean;
  /** The server has not heard of it for half a minute. */
  silent: boolean;
  /** In the lobby. */
  waits: boolean;
  mayShowCamera: boolean;
  orders: RoomStanding['orders'];
  /** What its last heartbeat said. */
  beat: { connected: number; camera: boolean; line: LineQuality | null } | null;
}

interface Person {
  controller: RoomController;
  guest: () => Guest;
  /** What it shows; `change` tells that this, or what it sends, has changed. */
  flags: { mic: boolean; camera: boolean; screen: boolean };
  tracks: Record<keyof Tracks, MediaStreamTrack | null>;
  change: () => void;
}

/** A server with one room, and its channel, in memory. Messages can be lost, and people thrown out. */
export function fakeRoom() {
  const clock = fakeClock();
  const guests = new Map<string, Guest>();
  let epoch = 1;
  let numbers = 0;
  const refusals = new Map<string, string>();
  const room = {
    clock,
    guests,
    refusals,
    lose: (_signal: Signal) => false,
    reports: [] as string[],
    sent: [] as Signal[],
    renewed: 0,
    delay: 0,
    engine: 'p2p' as RoomStanding['engine'],
    steps: [] as (NegotiationStep & { by: string })[],
    /** The code with which the media server refuses a step. */
    refuseStep: (_step: NegotiationStep): string | null => null,
    /** The media server's offers that come with entering. */
    offersFor: (_participantId: string): RoomEntry['offers'] => [],
    acts: [] as { act: string; target: string | null }[],
    /** The server rebuilds all media, and says so. */
    raiseEpoch() {
      epoch += 1;
      for (const guest of guests.values()) guest.publishes = false;
      poke();
    },
    poke: () => poke(),
  };
  const iso = (offset: number) => new Date(clock.now() + offset).toISOString();
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

  const standing = (self: Guest): RoomStanding => ({
    engine: room.engine,
    epoch,
    mayShowCamera: self.mayShowCamera,
    peers: [...guests.values()]
      .filter((other) => other !== self && !other.silent && !other.waits && !self.waits)
      .map((other) => ({
        participantId: other.participantId,
        personId: other.participantId,
        name: `Personne ${String(other.number)}`,
        avatarUrl: null,
        side: 'viewer' as const,
        initiates: self.number > other.number,
        publishes: room.engine === 'p2p' || other.publishes,
      })),
    waiting: self.waits,
    lobby: [],
    lobbyOn: false,
    orders: self.orders,
    extension: null,
    mayExtend: null,
    startsAt: iso(0),
    endsAt: iso(3_600_000),
    closesAt: iso(3_900_000),
    now: iso(5_000),
  });
  const poke = () => {
    for (const guest of guests.values()) if (guest.joined) guest.handlers?.onPoke();
  };
  const known = (participantId: string): Guest => {
    const code = refusals.get(participantId);
    if (code !== undefined) throw refusal(code as 'room_left');
    const guest = guests.get(participantId);
    if (!guest) throw refusal('room_left');
    return guest;
  };

  /** @param waits it waits until the streamer admits it */
  function person({ waits = false } = {}): Person {
    let mine: Guest | null = null;
    const flags = { mic: true, camera: true, screen: false, hand: false };
    const tracks = Object.fromEntries(SLOTS.map((slot) => [slot, null])) as Record<
      keyof Tracks,
      MediaStreamTrack | null
    >;
    const listeners = new Set<() => void>();
    const server: RoomServer = {
      async enter() {
        const number = ++numbers;
        mine = {
          participantId: id(number),
          number,
          handlers: null,
          joined: false,
          publishes: false,
          silent: false,
          waits,
          mayShowCamera: true,
          orders: { mutedAt: null, shareStoppedAt: null },
          beat: null,
        };
        guests.set(mine.participantId, mine);
        poke();
        return {
          ...standing(mine),
          participantId: mine.participantId,
          side: 'viewer',
          iceServers: [],
          offers: room.offersFor(mine.participantId),
        } satisfies RoomEntry;
      },
      async heartbeat(participantId, beat) {
        const guest = known(participantId);
        guest.beat = beat;
        return standing(guest);
      },
      async renewMedia(participantId, options) {
        known(participantId);
        room.renewed += 1;
        if (options.rebuild && options.epoch === epoch) {
          epoch += 1;
          poke();
        }
        return { epoch, iceServers: [{ urls: ['turn:fresh'] }] };
      },
      async negotiate(participantId, ofEpoch, step) {
        const guest = known(participantId);
        room.steps.push({ ...step, by: participantId });
        const code = ofEpoch === epoch ? room.refuseStep(step) : 'media_stale';
        if (code !== null) throw refusal(code as 'media_stale');
        if (step.kind === 'subscribe') {
          if (!guests.get(step.peer)?.publishes) throw refusal('media_not_ready');
          return 'offer of the server';
        }
        if (step.kind === 'accept') return null;
        guest.publishes = true;
        poke();
        return 'answer of the server';
      },
      async moderate(_participantId, act, target) {
        room.acts.push({ act, target });
      },
      async leave(participantId) {
        guests.delete(participantId);
        poke();
      },
    };
    const ports: RoomPorts = {
      server,
      clock,
      openChannel(handlers) {
        const self = mine;
        if (!self) throw new Error('entered first');
        self.handlers = handlers;
        clock.after(room.delay + 1, () => {
          self.joined = true;
          handlers.onStatus('joined');
        });
        return {
          send(signal) {
            room.sent.push(signal);
            if (room.lose(signal)) return;
            for (const other of guests.values())
              if (other !== self && other.joined)
                clock.after(1, () => other.handlers?.onSignal(structuredClone(signal)));
          },
          close: () => {
            self.joined = false;
          },
        };
      },
      createConnection: (configuration) => new FakeConnection(configuration) as unknown as RTCPeerConnection,
      local: {
        tracks: () => tracks,
        flags: () => flags,
        subscribe(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        mute() {
          flags.mic = false;
        },
        stopShare() {
          flags.screen = false;
        },
      },
      report: (what) => void room.reports.push(what),
    };
    return {
      controller: createRoomController(ports),
      guest: () => {
        if (!mine) throw new Error('not in');
        return mine;
      },
      flags,
      tracks,
      change() {
        for (const listener of listeners) listener();
      },
    };
  }
  return Object.assign(room, { person });
}
