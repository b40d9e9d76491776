import { X } from 'lucide-react';
import { buttonClass } from '#web/ui/button-class.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { AdminEntries } from '../../setup/session-facts.tsx';
import { type Panel, useRoom, useStage } from '../room-context.tsx';
import { SelfMenu, SelfTile } from '../tiles/self-tile.tsx';
import { ChatPanel } from './chat.tsx';
import { PeoplePanel } from './people-panel.tsx';

const TITLES: Readonly<Record<Panel, string>> = { chat: 'Chat', people: 'Personnes' };

/** Beside the pictures, or in a sheet over them: the chat, or the list of people. */
export function SidePanel() {
  const { details } = useRoom();
  const { panel, showPanel, wide, selfPlace } = useStage();
  const title = panel === null ? '' : TITLES[panel];
  const close = () => showPanel(null);
  const content = panel === 'people' ? <PeoplePanel /> : <ChatPanel />;
  const notices = <AdminEntries entries={details.adminEntries} />;
  if (!wide) {
    return (
      <Sheet
        open={panel !== null}
        onOpenChange={(open) => {
          if (!open) close();
        }}
        title={title}
      >
        <div className="flex h-[70dvh] flex-col gap-3">
          {notices}
          {content}
        </div>
      </Sheet>
    );
  }
  if (panel === null) return null;
  const withSelf = selfPlace === 'panel';
  return (
    <aside aria-label={withSelf ? 'Vous et le chat' : title} className="room-panel">
      {withSelf && (
        <div className="relative aspect-[5/3] shrink-0">
          <SelfTile small={false} />
          <SelfMenu />
        </div>
      )}
      {notices}
      <div className="flex min-h-0 flex-1 flex-col gap-2 rounded-xl bg-stage p-4 pt-2">
        <div className="flex items-center justify-between">
          <h2 className="text-base">{title}</h2>
          <button
            type="button"
            aria-label="Replier le panneau"
            className={buttonClass('quiet', 'icon', '-mr-2')}
            onClick={close}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        {content}
      </div>
    </aside>
  );
}
