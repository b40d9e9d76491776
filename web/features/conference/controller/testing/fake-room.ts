import type { RoomEntry, RoomStanding } from '#contracts/conference.ts';
import { CommandError } from '#web/lib/call-command.ts';
import type { ChannelHandlers, Clock, RoomPorts, RoomServer } from '../ports.ts';
import { createRoomController, type RoomController } from '../room-controller.ts';
import type { Signal } from '../signal.ts';
import { FakeConnection } from './fake-connection.ts';

/** Time that goes on when told to. */
export function fakeClock(): Clock & { pass(milliseconds: number): Promise<void> } {
  let now = Date.parse('2026-11-21T18:00:00Z');
  let waiting: { at: number; work: () => void }[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    after(milliseconds, work) {
      const entry = { at: now + milliseconds, work };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    async pass(milliseconds) {
      const until = now + milliseconds;
      await settle();
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.at;
        next.work();
        await settle();
      }
      now = until;
    },
  };
}

interface Guest {
  participantId: string;
  number: number;
  handlers: ChannelHandlers | null;
  joined: boolean;
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
  };
  const iso = (offset: number) => new Date(clock.now() + offset).toISOString();
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

  const standing = (self: Guest): RoomStanding => ({
    engine: 'p2p',
    epoch,
    mayShowCamera: true,
    peers: [...guests.values()]
      .filter((other) => other !== self)
      .map((other) => ({
        participantId: other.participantId,
        personId: other.participantId,
        name: `Personne ${String(other.number)}`,
        avatarUrl: null,
        side: 'viewer' as const,
        initiates: self.number > other.number,
        publishes: true,
      })),
    waiting: false,
    lobby: [],
    lobbyOn: false,
    orders: { mutedAt: null, shareStoppedAt: null },
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
    if (code !== undefined) throw new CommandError(code as 'room_left', {}, null);
    const guest = guests.get(participantId);
    if (!guest) throw new CommandError('room_left', {}, null);
    return guest;
  };

  function person(): { controller: RoomController; guest: () => Guest; flags: { mic: boolean } } {
    let mine: Guest | null = null;
    const flags = { mic: true, camera: true, screen: false, hand: false };
    const listeners = new Set<() => void>();
    const server: RoomServer = {
      async enter() {
        const number = ++numbers;
        mine = { participantId: id(number), number, handlers: null, joined: false };
        guests.set(mine.participantId, mine);
        poke();
        return {
          ...standing(mine),
          participantId: mine.participantId,
          side: 'viewer',
          iceServers: [],
        } satisfies RoomEntry;
      },
      heartbeat: async (participantId) => standing(known(participantId)),
      async renewMedia(participantId, options) {
        known(participantId);
        room.renewed += 1;
        if (options.rebuild && options.epoch === epoch) {
          epoch += 1;
          poke();
        }
        return { epoch, iceServers: [{ urls: ['turn:fresh'] }] };
      },
      negotiate: async () => null,
      moderate: async () => undefined,
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
        tracks: () => ({ audio: null, camera: null, screen: null, screenAudio: null }),
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
    };
  }
  return Object.assign(room, { person });
}
