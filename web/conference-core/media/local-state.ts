import { z } from 'zod';
import type { LocalSource, Tracks } from '../controller/ports.ts';

/** A track that is made from another one. */
export interface Processed {
  track: MediaStreamTrack;
  /** Ends it; the other track goes on. */
  stop(): void;
}

/** Why a camera or microphone does not come. */
export type DeviceProblem = 'denied' | 'system' | 'in_use' | 'none' | 'insecure' | 'unplugged' | 'unknown';

export type DeviceKind = 'mic' | 'camera' | 'speaker';
/** The devices that are captured. */
export type CaptureKind = 'mic' | 'camera';

/** `slow` and `failed`: why it stopped by itself. */
export type EffectState = 'off' | 'starting' | 'on' | 'slow' | 'failed';

export interface LocalState {
  /**
   * `explaining`: the page says what the permission is for, before the browser asks. `asking`: the
   * browser asks.
   */
  phase: 'idle' | 'explaining' | 'asking' | 'ready';
  choices: Choices;
  /** The tracks that are sent, with their effects. */
  tracks: Tracks;
  hand: boolean;
  problems: Readonly<Record<CaptureKind | 'screen', DeviceProblem | null>>;
  permissions: Readonly<Record<CaptureKind, Permission>>;
  devices: readonly MediaDeviceInfo[];
  /** The hardware in use, by its id. */
  using: Readonly<Record<CaptureKind, string | null>>;
  effects: Readonly<Record<'background' | 'noise', EffectState>>;
}

/**
 * This person's camera, microphone and screen: one for the whole page, so that setup and room show
 * the same.
 */
export interface LocalMedia extends LocalSource {
  state(): LocalState;
  /**
   * Starts the devices chosen last if the browser already has the permission; otherwise waits for
   * `start` in the phase `explaining`.
   */
  prepare(): Promise<void>;
  /** Asks for the devices chosen last; also to try again after a problem. */
  start(): Promise<void>;
  setMic(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  setHand(up: boolean): void;
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  setBackground(background: Background): Promise<void>;
  setNoise(mode: NoiseMode): Promise<void>;
  shareScreen(): Promise<void>;
  stopScreen(): void;
  /**
   * Keeps the devices on until the returned function is called. Between two pages they stay on for
   * a moment.
   */
  retain(): () => void;
}

/** The background of somebody: their room as it is, blurred, or one of our pictures. */
export const BACKGROUNDS = ['none', 'blur', 'curtain', 'library', 'night'] as const;
export type Background = (typeof BACKGROUNDS)[number];
export type Backdrop = Exclude<Background, 'none' | 'blur'>;

/** Noise suppression: the browser's, a stronger one of ours, or none, for music. */
export const NOISE_MODES = ['browser', 'strong', 'off'] as const;
export type NoiseMode = (typeof NOISE_MODES)[number];

/**
 * The choices that are kept in this browser. A value that this version does not know counts as not
 * chosen.
 */
const choices = z.object({
  micId: z.string().nullable().catch(null),
  cameraId: z.string().nullable().catch(null),
  speakerId: z.string().nullable().catch(null),
  mic: z.boolean().catch(true),
  camera: z.boolean().catch(true),
  background: z.enum(BACKGROUNDS).catch('none'),
  noise: z.enum(NOISE_MODES).catch('browser'),
});
export type Choices = z.output<typeof choices>;

const KEY = 'loge-devices';

export function readChoices(storage: Pick<Storage, 'getItem'>): Choices {
  try {
    return choices.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return choices.parse({}); // not one of ours
  }
}

export function keepChoices(storage: Pick<Storage, 'setItem'>, kept: Choices): void {
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    // the storage is full or forbidden: the choice holds until the page is closed
    console.warn('The choice of devices could not be kept', error);
  }
}

/** `unknown`: this browser does not say, or it was not asked yet. */
export type Permission = 'granted' | 'prompt' | 'denied' | 'unknown';

export type PermissionSource = Pick<Permissions, 'query'>;

const NAMES = { mic: 'microphone', camera: 'camera' } as const;

/**
 * The permission for a device, and every change of it.
 * @param source `navigator.permissions`; undefined where there is none
 */
export async function watchPermission(
  source: PermissionSource | undefined,
  kind: CaptureKind,
  onChange: (permission: Permission) => void,
): Promise<Permission> {
  if (!source) return 'unknown';
  try {
    const status = await source.query({ name: NAMES[kind] });
    status.onchange = () => onChange(status.state);
    return status.state;
  } catch {
    return 'unknown'; // Firefox before 131 knows no such permission
  }
}

/**
 * Whether the browser will ask before it gives this device. Where it does not say, the names of
 * devices tell: pages get them only with the permission.
 */
export const wouldAsk = (
  permission: Permission,
  devices: readonly Pick<MediaDeviceInfo, 'label'>[],
): boolean => permission === 'prompt' || (permission === 'unknown' && devices.every(({ label }) => !label));
