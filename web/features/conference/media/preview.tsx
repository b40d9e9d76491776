import { Mic, MicOff, RotateCcw, Video, VideoOff } from 'lucide-react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { problemText } from './device-problem.ts';
import type { LocalMedia, LocalState } from './local-media.ts';
import { TrackVideo } from './media-element.tsx';
import { RoundButton } from './round-button.tsx';

interface PreviewProps {
  media: LocalMedia;
  local: LocalState;
  me: { name: string; avatarUrl: string | null };
}

/** Oneself as the other will see one, and what keeps a device from working. */
export function Preview({ media, local, me }: PreviewProps) {
  const { tracks, choices, problems, phase } = local;
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
              <p className="text-small text-soft">
                {phase === 'asking'
                  ? 'Autorisez la caméra et le micro dans votre navigateur.'
                  : 'Caméra coupée'}
              </p>
            </div>
          </div>
        )}
        <div className="absolute inset-x-0 bottom-0 flex justify-center gap-3 p-4">
          <RoundButton
            label={choices.mic ? 'Couper le micro' : 'Activer le micro'}
            off={!choices.mic || !tracks.audio}
            onClick={() => void media.setMic(!choices.mic)}
          >
            {choices.mic && tracks.audio ? <Mic /> : <MicOff />}
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
      {faults.length > 0 && (
        <div
          role="status"
          className="grid gap-2 rounded-lg border border-live-edge bg-live-wash p-4 text-small"
        >
          {faults.map(({ kind, problem }) => (
            <p key={kind}>{problemText(kind, problem)}</p>
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
