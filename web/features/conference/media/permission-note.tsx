import { ShieldCheck } from 'lucide-react';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';

/** What the browser is about to ask, and what for: said before it asks. */
export function PermissionNote({ media, local }: { media: LocalMedia; local: LocalState }) {
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
