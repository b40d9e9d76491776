import { Bell, Copy, Download, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { ButtonTone } from '#web/ui/button-class.ts';
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { Showcase, Specimen } from './showcase.tsx';

const tones: readonly ButtonTone[] = ['spot', 'outline', 'quiet', 'danger', 'danger-outline'];
const nothing = () => undefined;

/** Buttons, links and switches. */
export function ShowActions() {
  const [busy, setBusy] = useState(false);
  return (
    <Showcase title="Actions">
      {tones.map((tone) => (
        <Specimen key={tone} name={`Button ${tone}`}>
          <Button tone={tone}>Réserver</Button>
          <Button tone={tone}>
            <Download aria-hidden="true" />
            Exporter
          </Button>
          <Button tone={tone} loading>
            Réserver
          </Button>
          <Button tone={tone} disabled>
            Réserver
          </Button>
          <Button tone={tone} size="icon" aria-label={`Prévenir, ${tone}`}>
            <Bell aria-hidden="true" />
          </Button>
        </Specimen>
      ))}
      <Specimen name="Tailles, et un vrai chargement">
        <Button size="sm">Petit</Button>
        <Button>Moyen</Button>
        <Button size="lg">Grand</Button>
        <Button
          loading={busy}
          onClick={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 2000);
          }}
        >
          Deux secondes
        </Button>
      </Specimen>
      <Specimen name="Liens">
        <p>
          Un texte avec <TextLink to="/browse">un lien</TextLink> dedans.
        </p>
        <ButtonLink to="/browse">Tout parcourir</ButtonLink>
      </Specimen>
      <Specimen name="Menu et infobulle">
        <DropdownMenu trigger={<Button>Actions</Button>} align="start">
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={nothing}>
            Modifier
          </MenuItem>
          <MenuLink icon={<Copy aria-hidden="true" />} to="/browse">
            Voir la page
          </MenuLink>
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={nothing} disabled>
            Signaler
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={nothing} danger>
            Supprimer
          </MenuItem>
        </DropdownMenu>
        <Tooltip text="Me prévenir">
          <Button size="icon" aria-label="Me prévenir">
            <Bell aria-hidden="true" />
          </Button>
        </Tooltip>
      </Specimen>
    </Showcase>
  );
}
