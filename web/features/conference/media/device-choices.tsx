import { Ban, ScanFace, Volume2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { audioContext } from '#web/conference-core/media/audio-level.ts';
import { BACKDROP_URLS } from '#web/conference-core/media/effects/backdrops.ts';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import {
  BACKGROUNDS,
  type Background,
  type DeviceKind,
  type LocalMedia,
  type LocalState,
  NOISE_MODES,
  type NoiseMode,
} from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { BACKGROUND_LABELS, BACKGROUND_TEXT, NOISE_LABELS, SOUND_TEXT } from './device-text.ts';
import { useSound } from './use-local-media.ts';

const pictureOf = (background: Background): ReactNode => {
  if (background === 'none') return <Ban aria-hidden="true" className="size-5 text-soft" />;
  if (background === 'blur') return <ScanFace aria-hidden="true" className="size-5 text-soft" />;
  return <img src={BACKDROP_URLS[background]} alt="" className="absolute inset-0 size-full object-cover" />;
};

/** One's own background: as it is, blurred, or a picture. */
function BackgroundChoice({ media, local }: { media: LocalMedia; local: LocalState }) {
  const name = useId();
  const { background } = local.choices;
  if (!browserEffects.canReplaceBackground()) {
    return (
      <p className="text-small text-muted">
        Ce navigateur ne sait pas flouter l’arrière-plan : Chrome et Edge sur ordinateur le savent.
      </p>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-small font-medium text-soft">Arrière-plan</legend>
      <div className="grid grid-cols-5 gap-2 max-[22.5rem]:gap-1">
        {BACKGROUNDS.map((choice) => (
          <label
            key={choice}
            className="group relative grid min-w-0 cursor-pointer gap-1 text-center text-kicker text-muted has-checked:font-semibold has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={background === choice}
              onChange={() => void media.setBackground(choice)}
              className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <span className="relative grid aspect-[4/3] min-h-11 w-full min-w-0 place-items-center overflow-hidden rounded-md border border-edge bg-stage outline-offset-2 group-hover:border-soft peer-checked:border-ink peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-spot">
              {pictureOf(choice)}
            </span>
            <span className="truncate">{BACKGROUND_LABELS[choice]}</span>
          </label>
        ))}
      </div>
      <p role="status" className="text-small text-soft">
        {BACKGROUND_TEXT[local.effects.background]}
      </p>
    </fieldset>
  );
}

const HINTS: Readonly<Record<NoiseMode, string>> = {
  browser: 'Convient à presque toutes les voix.',
  strong: 'Pour un clavier, un ventilateur ou la rue.',
  off: 'Pour la musique. Mettez un casque.',
};

/** How much noise is removed from one's own voice. */
function NoiseChoice({ media, local }: { media: LocalMedia; local: LocalState }) {
  const { noise } = local.choices;
  const failed = local.effects.noise === 'failed';
  const modes = NOISE_MODES.filter((mode) => mode !== 'strong' || browserEffects.canSuppressNoise());
  return (
    <Field
      label="Réduction du bruit"
      hint={HINTS[noise]}
      error={
        failed ? 'La réduction renforcée n’a pas pu démarrer : celle du navigateur la remplace.' : undefined
      }
    >
      <Select
        options={modes.map((mode) => ({ value: mode, label: NOISE_LABELS[mode] }))}
        value={noise}
        onChange={(event) => {
          const chosen = NOISE_MODES.find((mode) => mode === event.target.value);
          if (chosen) void media.setNoise(chosen);
        }}
      />
    </Field>
  );
}

const KINDS: Readonly<Record<DeviceKind, { kind: MediaDeviceKind; label: string; none: string }>> = {
  camera: { kind: 'videoinput', label: 'Caméra', none: 'Aucune caméra' },
  mic: { kind: 'audioinput', label: 'Micro', none: 'Aucun micro' },
  speaker: { kind: 'audiooutput', label: 'Haut-parleur', none: 'Celui de l’appareil' },
};

/** The device in use: the one that captures, else the one that was chosen. */
function currentOf(kind: DeviceKind, { using, choices }: LocalState): string {
  if (kind === 'speaker') return choices.speakerId ?? 'default';
  return using[kind] ?? (kind === 'mic' ? choices.micId : choices.cameraId) ?? '';
}

interface DeviceChoicesProps {
  media: LocalMedia;
  local: LocalState;
}

/**
 * Camera, microphone and loudspeaker with their effects, each to choose and to try: before a
 * session, and in the middle of one, where they take effect at once.
 */
export function DeviceChoices({ media, local }: DeviceChoicesProps) {
  return (
    <div className="grid gap-5">
      <DeviceSelect kind="camera" media={media} local={local} />
      <BackgroundChoice media={media} local={local} />
      <div className="grid gap-2.5">
        <DeviceSelect kind="mic" media={media} local={local} />
        <LevelMeter track={local.choices.mic ? local.tracks.audio : null} />
      </div>
      <NoiseChoice media={media} local={local} />
      <div className="grid gap-2.5">
        <DeviceSelect kind="speaker" media={media} local={local} />
        <SpeakerTest speakerId={local.choices.speakerId} />
      </div>
    </div>
  );
}

function DeviceSelect({ kind, media, local }: DeviceChoicesProps & { kind: DeviceKind }) {
  const { kind: listed, label, none } = KINDS[kind];
  const all = local.devices.filter((device) => device.kind === listed);
  // Without the permission, browsers list the devices without names and ids.
  const found = all.filter(({ deviceId }) => deviceId !== '');
  const options = found.map((device, index) => ({
    value: device.deviceId,
    label: device.label || `${label} ${String(index + 1)}`,
  }));
  const waits = all.length > 0 && found.length === 0 && kind !== 'speaker';
  const current = currentOf(kind, local);
  // The loudspeaker that was chosen is not there today: the first one plays.
  const value = options.some((option) => option.value === current) ? current : (options[0]?.value ?? '');
  return (
    <Field label={label} {...(waits ? { hint: 'Son nom apparaît une fois l’autorisation donnée.' } : {})}>
      <Select
        options={options.length > 0 ? options : [{ value: '', label: waits ? 'À autoriser d’abord' : none }]}
        value={value}
        disabled={options.length === 0}
        onChange={(event) => void media.choose(kind, event.target.value)}
      />
    </Field>
  );
}

const BARS = 16;

/** Bars that move with the voice, and a sentence when nothing comes for a while. */
function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const { level, sound } = useSound(track);
  return (
    <div className="grid gap-1.5">
      <div className="flex h-3 items-center gap-1" role="img" aria-label="Niveau du micro">
        {Array.from({ length: BARS }, (_unused, index) => (
          <span
            key={index}
            className={`h-full flex-1 rounded-full ${level * BARS > index + 0.3 ? 'bg-settled' : 'bg-wash'}`}
          />
        ))}
      </div>
      <p
        role="status"
        className={`text-small ${sound === 'unknown' || sound === 'heard' ? '' : 'text-live'}`}
      >
        {SOUND_TEXT[sound]}
      </p>
    </div>
  );
}

/** Do, mi, sol (C5, E5, G5), in hertz. */
const NOTES = [523.25, 659.25, 783.99];
const LASTS = 1_200;

/** Three notes on the chosen loudspeaker. @throws what setSinkId and play throw */
async function playNotes(speakerId: string | null): Promise<void> {
  const audio = audioContext();
  const target = audio.createMediaStreamDestination();
  NOTES.forEach((frequency, index) => {
    const note = audio.createOscillator();
    const gain = audio.createGain();
    const from = audio.currentTime + index * 0.22;
    note.frequency.value = frequency;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.25, from + 0.03);
    gain.gain.linearRampToValueAtTime(0, from + 0.4);
    note.connect(gain).connect(target);
    note.start(from);
    note.stop(from + 0.45);
  });
  const element = new Audio();
  element.srcObject = target.stream;
  if (speakerId !== null && 'setSinkId' in element) await element.setSinkId(speakerId);
  await element.play();
  await new Promise((resolve) => setTimeout(resolve, LASTS));
  element.srcObject = null;
}

/** A sound on the loudspeaker that was chosen, and what to do if it was not heard. */
function SpeakerTest({ speakerId }: { speakerId: string | null }) {
  const [state, setState] = useState<'idle' | 'playing' | 'played' | 'failed'>('idle');
  const play = async () => {
    setState('playing');
    try {
      await playNotes(speakerId);
      setState('played');
    } catch (error) {
      console.warn('The loudspeaker test failed', error);
      setState('failed');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button size="sm" onClick={() => void play()} loading={state === 'playing'}>
        <Volume2 aria-hidden="true" />
        Écouter un son
      </Button>
      <p role="status" className="text-small text-muted">
        {state === 'played' &&
          'Vous n’avez rien entendu ? Montez le volume, ou choisissez un autre haut-parleur.'}
        {state === 'failed' && 'Ce haut-parleur ne répond pas. Choisissez-en un autre.'}
      </p>
    </div>
  );
}
