import { enter, heartbeat, leave, renewMedia } from '#contracts/conference.ts';
import { moderate } from '#contracts/conference-host.ts';
import { negotiate } from '#contracts/conference-media.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { createBrowserClock } from './browser-clock.ts';
import type { LocalSource, RoomServer } from './ports.ts';
import { createRoomController, type RoomController } from './room-controller.ts';
import { iceServersOf } from './standing-facts.ts';
import { openRoomChannel } from './supabase-channel.ts';

/**
 * A line that stalls without breaking lets a request hang for minutes: it is given up while the server, which waits half a minute for a
 * heartbeat, still counts one as there. Milliseconds.
 */
const DEADLINE = 8_000;
/** Of the way in, for which somebody waits in front of a busy button: asked twice it would find them inside already. Milliseconds. */
const DEADLINE_IN = 20_000;
const soon = { deadline: DEADLINE };

const commandsOf = (roomId: string): RoomServer => ({
  enter: ({ takeOver = false, resume = null, reason = '' }) =>
    callCommand(enter, { roomId, takeOver, resume, reason }, { deadline: DEADLINE_IN }),
  heartbeat: (participantId, beat) => callCommand(heartbeat, { roomId, participantId, ...beat }, soon),
  async renewMedia(participantId, options) {
    const { epoch, iceServers } = await callCommand(renewMedia, { roomId, participantId, ...options }, soon);
    return { epoch, iceServers: iceServersOf(iceServers) };
  },
  async negotiate(participantId, epoch, step) {
    const { sdp } = await callCommand(negotiate, { roomId, participantId, epoch, step }, soon);
    return sdp;
  },
  async moderate(participantId, act, target) {
    await callCommand(moderate, { roomId, participantId, act, target }, soon);
  },
  async leave(participantId) {
    await callCommand(leave, { roomId, participantId }, soon);
  },
});

/** One for the page: it keeps a worker. */
const clock = createBrowserClock();

/** The controller of a room on the real parts. */
export const openRoom = (roomId: string, local: LocalSource): RoomController =>
  createRoomController({
    server: commandsOf(roomId),
    openChannel: (handlers) => openRoomChannel(roomId, handlers),
    createConnection: (configuration) => new RTCPeerConnection(configuration),
    local,
    clock,
    report: (what, error) => console.warn(`Room: ${what}`, error),
  });
