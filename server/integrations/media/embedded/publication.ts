import {
  type MediaStreamTrack,
  ReceiverEstimatedMaxBitrate,
  RtcpPayloadSpecificFeedback,
  type RtpPacket,
} from 'werift';
import { BadDescription } from '../media-engine.ts';
import { type Connection, type ConnectionDeps, createConnection } from './connection.ts';
import { advisePublisher, LAYOUT, type Medium, PUBLISHES } from './description.ts';
import { nextPace, PACE } from './limits.ts';
import { keepAskingForLost } from './werift-mending.ts';

/**
 * Several watchers who lost the same picture ask for it at once: one key frame does for all.
 * Milliseconds.
 */
const KEY_FRAME_EVERY = 400;
/** Kilobits per second. */
const START_BITRATE = 800;

/** The media that one participant sends. */
export interface Publication {
  readonly connection: Connection;
  /** The answer to its offer. */
  readonly answer: string;
  /** Asks the publisher for a keyframe, which a new subscriber needs. */
  wantKeyFrame(medium: Medium): void;
  /**
   * Tells it how much it may send, each second.
   * @param worstLoss the largest share of packets that a watcher missed
   */
  pace(worstLoss: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param onPacket gets each packet once, as it came
 * @throws BadDescription, MediaUnavailable
 */
export async function publish(
  deps: ConnectionDeps,
  offer: string,
  onPacket: (medium: Medium, packet: RtpPacket) => void,
): Promise<Publication> {
  const connection = createConnection(deps);
  try {
    const answer = advisePublisher(await connection.answer(offer, PUBLISHES), START_BITRATE);
    const tracks = LAYOUT.map((medium, index) => {
      const receiver = connection.transceivers[index]?.receiver;
      const track = receiver?.tracks[0];
      if (!receiver || track?.ssrc === undefined) throw new BadDescription(`medium ${index} names no source`);
      track.onReceiveRtp.subscribe((packet) => {
        if (medium.kind === 'video') keepAskingForLost(receiver, packet.header.sequenceNumber);
        onPacket(medium, packet);
      });
      return { medium, receiver, track };
    });
    const keyFrames = createKeyFrames(deps.now, async (medium) => {
      const found = tracks.find((each) => each.medium === medium);
      if (found && connection.isConnected()) await found.receiver.sendRtcpPLI(found.track.ssrc ?? 0);
    });
    let bitrate: number = PACE.most;
    return {
      connection,
      answer,
      wantKeyFrame: keyFrames.want,
      pace(worstLoss) {
        bitrate = nextPace(bitrate, worstLoss);
        return limitBitrate(connection, tracks, bitrate);
      },
      async close() {
        keyFrames.stop();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function createKeyFrames(now: () => number, ask: (medium: Medium) => Promise<void>) {
  const askedAt = new Map<Medium, number>();
  const waiting = new Map<Medium, NodeJS.Timeout>();
  return {
    want(medium: Medium): void {
      if (medium.kind !== 'video' || waiting.has(medium)) return;
      const wait = (askedAt.get(medium) ?? Number.NEGATIVE_INFINITY) + KEY_FRAME_EVERY - now();
      const timer = setTimeout(
        () => {
          waiting.delete(medium);
          askedAt.set(medium, now());
          void ask(medium);
        },
        Math.max(0, wait),
      );
      waiting.set(medium, timer);
    },
    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

async function limitBitrate(
  connection: Connection,
  tracks: readonly { medium: Medium; track: MediaStreamTrack }[],
  bitrate: number,
): Promise<void> {
  const transport = connection.transceivers[0]?.dtlsTransport;
  if (!transport || !connection.isConnected()) return;
  const videos = tracks
    .filter(({ medium }) => medium.kind === 'video')
    .flatMap(({ track }) => track.ssrc ?? []);
  const feedback = new ReceiverEstimatedMaxBitrate({
    senderSsrc: 1,
    mediaSsrc: 0,
    ssrcNum: videos.length,
    ssrcFeedbacks: videos,
    ...mantissa(bitrate),
    bitrate: BigInt(bitrate),
  });
  await transport.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
}

/** 18 bits, shifted: the form in which REMB writes a rate (draft-alvestrand-rmcat-remb-03, 2.2). */
function mantissa(bitrate: number): { brExp: number; brMantissa: number } {
  let brExp = 0;
  while (bitrate >> brExp >= 2 ** 18) brExp += 1;
  return { brExp, brMantissa: bitrate >> brExp };
}
