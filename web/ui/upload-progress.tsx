import { Pause, Play, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { RunningUpload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';

/** How much of a file has been sent; pauses it, goes on with it, and says when the line is lost. */
export function UploadProgressBar({ upload, what }: { upload: RunningUpload; what: string }) {
  const { state, sent, size } = useSyncExternalStore(upload.subscribe, upload.progress);
  // The last piece is counted once it is stored: until the upload ends it is not all there.
  const percent = size === 0 ? 0 : Math.min(99, Math.floor((sent / size) * 100));
  const said = {
    sending: `Envoi : ${percent} %`,
    paused: `En pause à ${percent} %`,
    waiting: 'La ligne est coupée. L’envoi reprendra tout seul, là où il en était.',
  }[state];
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={what}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={said}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={`h-full rounded-full ${state === 'sending' ? 'bg-ink' : 'bg-line-strong'}`}
          style={{ width: `${percent}%` }}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="num inline-flex items-center gap-2 text-small text-soft">
          {state === 'waiting' && <WifiOff aria-hidden="true" className="size-4 shrink-0 text-live" />}
          {said}
        </p>
        {state === 'sending' ? (
          <Button size="sm" tone="quiet" className="min-h-11" onClick={upload.pause}>
            <Pause aria-hidden="true" />
            Mettre en pause
          </Button>
        ) : (
          <Button size="sm" tone="quiet" className="min-h-11" onClick={upload.goOn}>
            <Play aria-hidden="true" />
            Reprendre
          </Button>
        )}
      </div>
    </div>
  );
}
