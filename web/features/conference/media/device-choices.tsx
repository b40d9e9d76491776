import type { DeviceKind, LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { BackgroundChoice } from './background-choice.tsx';
import { LevelMeter } from './level-meter.tsx';
import { NoiseChoice } from './noise-choice.tsx';
import { SpeakerTest } from './speaker-test.tsx';

const KINDS: Readonly<Record<DeviceKind, { kind: MediaDeviceKind; label: string; none: string }>> = {
  camera: { kind: 'videoinput', label: 'Caméra', none: 'Aucune caméra' },
  mic: { kind: 'audioinput', label: 'Micro', none: 'Aucun micro' },
  speaker: { kind: 'audiooutput', label: 'Haut-parleur', none: 'Celui de l’appareil' },
};

/** Which device is in use: what captures, else what was chosen. */
function currentOf(kind: DeviceKind, { using, choices }: LocalState): string {
  if (kind === 'speaker') return choices.speakerId ?? 'default';
  return using[kind] ?? (kind === 'mic' ? choices.micId : choices.cameraId) ?? '';
}

interface DeviceChoicesProps {
  media: LocalMedia;
  local: LocalState;
}

/**
 * Camera, microphone and loudspeaker with their effects, each to choose and to try: before a session, and in the middle of one, where they
 * take effect at once.
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
  // Before the permission browsers tell how many there are, without a name or an id.
  const found = all.filter(({ deviceId }) => deviceId !== '');
  const options = found.map((device, index) => ({
    value: device.deviceId,
    label: device.label || `${label} ${String(index + 1)}`,
  }));
  const waits = all.length > 0 && found.length === 0 && kind !== 'speaker';
  const current = currentOf(kind, local);
  // A loudspeaker that was chosen once and is not there today: what sounds is the first.
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
