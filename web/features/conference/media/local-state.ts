import type { LocalSource, Tracks } from '../controller/ports.ts';
import type { Background, Choices, NoiseMode } from './choices.ts';
import type { DeviceProblem } from './device-problem.ts';
import type { Permission } from './permission.ts';

export type DeviceKind = 'mic' | 'camera' | 'speaker';
/** What is asked for and may fail. */
export type CaptureKind = 'mic' | 'camera';

/** `slow` and `failed`: it stopped by itself, and why. */
export type EffectState = 'off' | 'starting' | 'on' | 'slow' | 'failed';

export interface LocalState {
  /** `explaining`: the browser would ask now, so the page says first what for. `asking`: the browser asks. */
  phase: 'idle' | 'explaining' | 'asking' | 'ready';
  choices: Choices;
  /** What is sent: with its effects. */
  tracks: Tracks;
  hand: boolean;
  problems: Readonly<Record<CaptureKind | 'screen', DeviceProblem | null>>;
  permissions: Readonly<Record<CaptureKind, Permission>>;
  devices: readonly MediaDeviceInfo[];
  /** The hardware in use, by its id. */
  using: Readonly<Record<CaptureKind, string | null>>;
  effects: Readonly<Record<'background' | 'noise', EffectState>>;
}

/** This person's camera, microphone and screen: one for the whole page, so that setup and room show the same. */
export interface LocalMedia extends LocalSource {
  state(): LocalState;
  /** Starts what was chosen last, if the browser will not ask; else waits for `start` in the phase `explaining`. */
  prepare(): Promise<void>;
  /** Asks for what was chosen last; again after a problem. */
  start(): Promise<void>;
  setMic(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  setHand(up: boolean): void;
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  setBackground(background: Background): Promise<void>;
  setNoise(mode: NoiseMode): Promise<void>;
  shareScreen(): Promise<void>;
  stopScreen(): void;
  /** Keeps the devices on until it is called back; between two pages they stay on for a moment. */
  retain(): () => void;
}
