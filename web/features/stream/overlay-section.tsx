import { useState } from 'react';
import { renewOverlay, tryAlert } from '#product/stream/contract.ts';
import {
  lookQuery,
  OVERLAY_BACKGROUNDS,
  OVERLAY_CORNERS,
  OVERLAY_PARTS,
  OVERLAY_SIZES,
  type OverlayLook,
  type OverlayPart,
  readLook,
} from '#product/stream/rules/overlay-look.ts';
import { CopiedLine } from '#web/features/stream/copied-line.tsx';
import { OverlayPreview } from '#web/features/stream/overlay-preview.tsx';
import { KIT_KEY } from '#web/features/stream/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** The overlay of OBS: its secret address, how it looks, and what it shows at this moment. */
export function OverlaySection({ overlayUrl }: { overlayUrl: string | null }) {
  const renew = useCommand(renewOverlay, { changes: [KIT_KEY] });
  return (
    <SettingsSection
      title="Overlay pour OBS"
      description="Une source « Navigateur » de 1920 sur 1080 : vos prochaines places avec un QR code, et une alerte quand on réserve."
    >
      {overlayUrl === null ? (
        <div>
          <Button tone="spot" loading={renew.pending} onClick={() => renew.press({})}>
            Créer l’adresse de l’overlay
          </Button>
        </div>
      ) : (
        <Overlay url={overlayUrl} onRenew={async () => void (await renew.run({}))} />
      )}
    </SettingsSection>
  );
}

const optionsOf = <Table extends Record<string, string>>(table: Table) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

function Overlay({ url, onRenew }: { url: string; onRenew: () => Promise<void> }) {
  const [look, setLook] = useState<OverlayLook>(() => readLook(new URLSearchParams()));
  const [asking, setAsking] = useState(false);
  const alert = useCommand(tryAlert, { done: 'Une alerte passe sur votre overlay' });
  const address = `${url}?${lookQuery(look)}`;
  // The same reading as the overlay's own: what a select says is understood or left out.
  const change = (name: 'corner' | 'size' | 'background', value: string) =>
    setLook(
      readLook(
        new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(lookQuery(look))), [name]: value }),
      ),
    );
  const toggle = (part: OverlayPart, wanted: boolean) => {
    const show = wanted ? [...look.show, part] : look.show.filter((each) => each !== part);
    if (show.length > 0) setLook(readLook(new URLSearchParams(lookQuery({ ...look, show }))));
  };
  return (
    <>
      <OverlayPreview url={address} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Position">
          <Select
            options={optionsOf(OVERLAY_CORNERS)}
            value={look.corner}
            onChange={(event) => change('corner', event.target.value)}
          />
        </Field>
        <Field label="Taille">
          <Select
            options={optionsOf(OVERLAY_SIZES)}
            value={look.size}
            onChange={(event) => change('size', event.target.value)}
          />
        </Field>
        <Field label="Fond">
          <Select
            options={optionsOf(OVERLAY_BACKGROUNDS)}
            value={look.background}
            onChange={(event) => change('background', event.target.value)}
          />
        </Field>
      </div>
      <fieldset className="grid sm:grid-cols-2">
        <legend className="text-small font-medium text-soft">Ce qu’il montre</legend>
        {(Object.keys(OVERLAY_PARTS) as OverlayPart[]).map((part) => (
          <Checkbox
            key={part}
            label={OVERLAY_PARTS[part]}
            checked={look.show.includes(part)}
            onChange={(event) => toggle(part, event.target.checked)}
          />
        ))}
      </fieldset>
      <CopiedLine
        secret
        label="Adresse à coller dans OBS"
        text={address}
        hint="Secrète : qui l’a peut montrer votre overlay. Elle ne s’affiche pas ici, au cas où cette page serait à l’écran."
      />
      <div className="flex flex-wrap gap-3">
        <Button loading={alert.pending} onClick={() => alert.press({})}>
          Essayer une alerte
        </Button>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          Renouveler l’adresse
        </Button>
      </div>
      <p className="text-small text-muted">
        Si la personne l’a permis, l’alerte dit son initiale, « Place réservée par C. ». Sinon, elle dit
        qu’une place vient d’être réservée.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Renouveler l’adresse de l’overlay ?"
        description="L’adresse d’aujourd’hui s’éteint tout de suite, dans OBS aussi : il faudra y coller la nouvelle."
        confirmLabel="Renouveler l’adresse"
        onConfirm={onRenew}
        failure={errorText}
      />
    </>
  );
}
