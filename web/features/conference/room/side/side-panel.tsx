import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { Sheet } from '#web/ui/sheet.tsx';

export type Panel = 'chat' | 'people';

interface SidePanelProps {
  panel: Panel | null;
  /** Beside the pictures; else a sheet over them. */
  wide: boolean;
  onClose: () => void;
  /** Oneself above it, where that is the place. */
  self: ReactNode;
  /** What everybody has to know who looks at it. */
  notices: ReactNode;
  children: ReactNode;
}

const TITLES: Readonly<Record<Panel, string>> = { chat: 'Chat', people: 'Personnes' };

/** What belongs beside the pictures: the chat, or who is there. */
export function SidePanel({ panel, wide, onClose, self, notices, children }: SidePanelProps) {
  const title = panel === null ? '' : TITLES[panel];
  if (!wide) {
    return (
      <Sheet
        open={panel !== null}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title={title}
      >
        <div className="flex h-[70dvh] flex-col gap-3">
          {notices}
          {children}
        </div>
      </Sheet>
    );
  }
  if (panel === null) return null;
  return (
    <aside aria-label={self ? 'Vous et le chat' : title} className="room-panel">
      {self && <div className="relative aspect-[5/3] shrink-0">{self}</div>}
      {notices}
      <div className="flex min-h-0 flex-1 flex-col gap-2 rounded-xl bg-stage p-4 pt-2">
        <div className="flex items-center justify-between">
          <h2 className="text-base">{title}</h2>
          <button
            type="button"
            aria-label="Replier le panneau"
            className={buttonClass('quiet', 'icon', '-mr-2')}
            onClick={onClose}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </aside>
  );
}
