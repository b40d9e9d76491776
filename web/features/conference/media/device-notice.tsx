import { X } from 'lucide-react';
import { useState } from 'react';
import type { LocalState } from '#web/conference-core/media/local-state.ts';
import { deviceNote } from './device-text.ts';
import { useSound } from './use-local-media.ts';

interface DeviceNoticeProps {
  local: LocalState;
  /** Opens the panel of devices. */
  onOpen: () => void;
  className?: string;
}

/** In the room: what is wrong with one's own devices, until it works or the notice is closed. */
export function DeviceNotice({ local, onOpen, className }: DeviceNoticeProps) {
  const { sound } = useSound(local.choices.mic ? local.tracks.audio : null);
  const [seen, setSeen] = useState<string | null>(null);
  const note = deviceNote(local, sound, navigator.userAgent);
  return (
    <div role="status" className="contents">
      {note !== null && note !== seen && (
        <div className={className}>
          <p>{note}</p>
          <div className="mt-1 flex items-center justify-center gap-2">
            <button type="button" onClick={onOpen} className="min-h-11 px-3 underline underline-offset-4">
              Mes appareils
            </button>
            <button
              type="button"
              aria-label="Masquer ce message"
              onClick={() => setSeen(note)}
              className="grid size-11 place-items-center rounded-full hover:bg-hover"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
