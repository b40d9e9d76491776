import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { DeviceKind, LocalMedia, LocalState } from './local-media.ts';
import { audioContext } from './use-level.ts';

const KINDS: Readonly<Record<DeviceKind, { kind: MediaDeviceKind; label: string }>> = {
  camera: { kind: 'videoinput', label: 'Caméra' },
  mic: { kind: 'audioinput', label: 'Micro' },
  speaker: { kind: 'audiooutput', label: 'Haut-parleur' },
};

/** Which device is in use: what the track says, else what was chosen. */
function currentOf(kind: DeviceKind, { tracks, choices }: LocalState): string {
  if (kind === 'speaker') return choices.speakerId ?? 'default';
  const track = kind === 'mic' ? tracks.audio : tracks.camera;
  return track?.getSettings().deviceId ?? (kind === 'mic' ? choices.micId : choices.cameraId) ?? '';
}

interface DeviceChoicesProps {
  media: LocalMedia;
  local: LocalState;
}

/** Camera, microphone and loudspeaker, each to choose and to try; they take effect at once, also in the middle of a session. */
export function DeviceChoices({ media, local }: DeviceChoicesProps) {
  return (
    <div className="grid gap-5">
      <DeviceSelect kind="camera" media={media} local={local} />
      <div className="grid gap-2.5">
        <DeviceSelect kind="mic" media={media} local={local} />
        <LevelMeter track={local.choices.mic ? local.tracks.audio : null} />
      </div>
      <div className="grid gap-2.5">
        <DeviceSelect kind="speaker" media={media} local={local} />
        <SpeakerTest speakerId={local.choices.speakerId} />
      </div>
    </div>
  );
}

function DeviceSelect({ kind, media, local }: DeviceChoicesProps & { kind: DeviceKind }) {
  const found = local.devices.filter((device) => device.kind === KINDS[kind].kind && device.deviceId !== '');
  const options = found.map((device, index) => ({
    value: device.deviceId,
    label: device.label || `${KINDS[kind].label} ${String(index + 1)}`,
  }));
  const none = kind === 'speaker' ? 'Celui de l’appareil' : 'Aucun appareil';
  return (
    <Field label={KINDS[kind].label}>
      <Select
        options={options.length > 0 ? options : [{ value: '', label: none }]}
        value={options.length > 0 ? currentOf(kind, local) : ''}
        disabled={options.length === 0}
        onChange={(event) => void media.choose(kind, event.target.value)}
      />
    </Field>
  );
}

const NOTES = [523.25, 659.25, 783.99];

/** Three notes on the chosen loudspeaker. */
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
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  element.srcObject = null;
}

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
      <p role="status" className="text-kicker text-muted">
        {state === 'played' &&
          'Vous n’avez rien entendu ? Montez le volume, ou choisissez un autre haut-parleur.'}
        {state === 'failed' && 'Ce haut-parleur ne répond pas. Choisissez-en un autre.'}
      </p>
    </div>
  );
}
