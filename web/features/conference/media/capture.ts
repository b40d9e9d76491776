import type { Choices } from './choices.ts';
import type { CaptureKind } from './local-state.ts';

/** `navigator.mediaDevices`. */
export type CaptureSource = Pick<
  MediaDevices,
  'getUserMedia' | 'getDisplayMedia' | 'enumerateDevices' | 'addEventListener'
>;

/** What getUserMedia is asked for. Exactly the chosen device: Chromium passes over a microphone that is only wished for. */
export function constraintsOf(kind: CaptureKind, choices: Choices): MediaStreamConstraints {
  const id = kind === 'mic' ? choices.micId : choices.cameraId;
  const device = id === null ? {} : { deviceId: { exact: id } };
  if (kind === 'camera')
    return { video: { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
  // One suppressor after the other makes voices hollow; and music is spoilt by all three.
  const isMusic = choices.noise === 'off';
  return {
    audio: {
      ...device,
      echoCancellation: true,
      noiseSuppression: choices.noise === 'browser',
      autoGainControl: !isMusic,
    },
  };
}

/** What the browser is asked to share. Its sound comes as it is: it is no voice in a room. */
export const SCREEN: DisplayMediaStreamOptions = {
  video: { frameRate: { ideal: 15, max: 30 } },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
};

/** A chosen device that is gone gives way to another. @throws what getUserMedia throws */
export async function captureOne(
  source: CaptureSource,
  kind: CaptureKind,
  choices: Choices,
): Promise<MediaStreamTrack> {
  const stream = await source.getUserMedia(constraintsOf(kind, choices)).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error;
    return source.getUserMedia(constraintsOf(kind, { ...choices, micId: null, cameraId: null }));
  });
  const [track] = stream.getTracks();
  if (!track) throw new Error('The browser gave no track');
  return track;
}
