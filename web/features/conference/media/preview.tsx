import { Mic, MicOff, RotateCcw, ShieldCheck, Video, VideoOff } from 'lucide-react';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { problemText } from './device-text.ts';
import { RoundButton } from './round-button.tsx';
import { TrackVideo } from './track-video.tsx';

interface PreviewProps {
  media: LocalMedia;
  local: LocalState;
  me: { name: string; avatarUrl: string | null };
  /**
   * Whether what is wrong with the devices is said already: all of it at once, not one device after
   * the other.
   */
  told?: boolean;
}

/** Why there is no picture. */
function emptyText({ phase, effects, choices }: LocalState): string {
  if (phase === 'asking') return 'Autorisez la caméra et le micro dans votre navigateur.';
  if (effects.background === 'starting' && choices.camera) return 'Préparation de l’arrière-plan…';
  return phase === 'explaining' ? '' : 'Caméra coupée';
}

/** Oneself as the others will see one, and why a device does not work. */
export function Preview({ media, local, me, told = true }: PreviewProps) {
  const { tracks, choices, problems } = local;
  const micOn = choices.mic && tracks.audio !== null;
  const faults = (['camera', 'mic'] as const).flatMap((kind) => {
    const problem = problems[kind];
    return problem && (kind === 'mic' || choices.camera) ? [{ kind, problem }] : [];
  });
  return (
    <div className="grid gap-3">
      <div className="relative aspect-video overflow-hidden rounded-xl border border-line bg-stage">
        {tracks.camera ? (
          <TrackVideo track={tracks.camera} mirrored label="Votre caméra" />
        ) : (
          <div className="absolute inset-0 grid place-items-center">
            <div className="grid justify-items-center gap-3 text-center">
              <Avatar name={me.name} src={me.avatarUrl} size="lg" />
              <p role="status" className="text-small text-soft max-sm:min-h-11">
                {emptyText(local)}
              </p>
            </div>
          </div>
        )}
        <div className="absolute inset-x-0 bottom-0 flex justify-center gap-3 p-4">
          <RoundButton
            label={micOn ? 'Couper le micro' : 'Activer le micro'}
            off={!micOn}
            onClick={() => void media.setMic(!micOn)}
          >
            {micOn ? <Mic /> : <MicOff />}
          </RoundButton>
          <RoundButton
            label={tracks.camera ? 'Couper la caméra' : 'Activer la caméra'}
            off={!tracks.camera}
            onClick={() => void media.setCamera(!tracks.camera)}
          >
            {tracks.camera ? <Video /> : <VideoOff />}
          </RoundButton>
        </div>
      </div>
      <EntryNote mic={micOn} camera={tracks.camera !== null} local={local} />
      {local.phase === 'explaining' && <PermissionNote media={media} local={local} />}
      {told && faults.length > 0 && (
        <div
          role="status"
          className="grid gap-2 rounded-lg border border-live-edge bg-live-wash p-4 text-small"
        >
          {faults.map(({ kind, problem }) => (
            <p key={kind}>{problemText(kind, problem, navigator.userAgent)}</p>
          ))}
          <div>
            <Button size="sm" onClick={() => void media.start()}>
              <RotateCcw aria-hidden="true" />
              Réessayer
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Says which devices are off on entering; nothing when all are on. */
function EntryNote({ mic, camera, local }: { mic: boolean; camera: boolean; local: LocalState }) {
  if (local.phase !== 'ready' || (mic && camera) || local.effects.background === 'starting') return null;
  const off = [!mic && 'le micro coupé', !camera && 'la caméra coupée'].filter(Boolean).join(' et ');
  return <p className="text-small text-soft">Vous entrerez avec {off}.</p>;
}

/** Names the devices that the browser will ask for, and why, before it asks. */
function PermissionNote({ media, local }: { media: LocalMedia; local: LocalState }) {
  const both = local.choices.camera;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-raised p-4 text-small">
      <p className="flex gap-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
        <span>
          Votre navigateur va vous demander l’accès {both ? 'à la caméra et au micro' : 'au micro'}. Ils ne
          servent qu’à vous montrer ici, puis dans la loge : rien n’est enregistré. Vous pouvez aussi entrer
          sans.
        </span>
      </p>
      <div>
        <Button onClick={() => void media.start()}>
          {both ? 'Autoriser la caméra et le micro' : 'Autoriser le micro'}
        </Button>
      </div>
    </div>
  );
}
