import { Dialog } from '#web/ui/dialog.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { PeerState } from '../controller/room-state.ts';
import { DeviceChoices } from '../media/device-choices.tsx';
import type { LocalMedia, LocalState } from '../media/local-media.ts';
import { type LineReading, QUALITY_TEXT, qualityOf } from './line-quality.ts';

export type RoomWindow = 'devices' | 'line' | 'keys' | null;

interface RoomWindowsProps {
  open: RoomWindow;
  onClose: () => void;
  media: LocalMedia;
  local: LocalState;
  peers: readonly PeerState[];
  volumes: Readonly<Record<string, number>>;
  onVolume: (personId: string, volume: number) => void;
  line: LineReading | null;
  shortcuts: { enabled: boolean; setEnabled: (on: boolean) => void };
}

/** What a bar has no room for: devices and volumes, the line in figures, the keys. */
export function RoomWindows(props: RoomWindowsProps) {
  const { open, onClose, media, local, peers, volumes, onVolume, line, shortcuts } = props;
  const change = (next: boolean) => {
    if (!next) onClose();
  };
  return (
    <>
      <Dialog open={open === 'devices'} onOpenChange={change} title="Appareils et volume">
        <div className="grid gap-6">
          <DeviceChoices media={media} local={local} />
          {peers.map(({ personId, name }) => (
            <label key={personId} className="grid gap-2 text-small font-medium text-soft">
              Volume de {name}
              <input
                type="range"
                min={0}
                max={100}
                value={Math.round((volumes[personId] ?? 1) * 100)}
                onChange={(event) => onVolume(personId, Number(event.target.value) / 100)}
                className="h-11 w-full"
              />
            </label>
          ))}
        </div>
      </Dialog>
      <Dialog open={open === 'line'} onOpenChange={change} title="Connexion" size="sm">
        {line ? <LineFigures line={line} /> : <p className="text-soft">Personne d’autre n’est connecté.</p>}
      </Dialog>
      <Dialog open={open === 'keys'} onOpenChange={change} title="Raccourcis clavier" size="sm">
        <Switch
          label="Raccourcis à une touche"
          checked={shortcuts.enabled}
          onChange={(event) => shortcuts.setEnabled(event.target.checked)}
        />
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
          {SHORTCUTS.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-line-strong px-2 py-1 font-sans font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd className="self-center text-soft">{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

const SHORTCUTS = [
  ['M', 'Couper ou activer le micro'],
  ['V', 'Couper ou activer la caméra'],
  ['E', 'Partager l’écran'],
  ['L', 'Lever la main'],
  ['C', 'Ouvrir le chat'],
  ['R', 'Appareils et volume'],
  ['S', 'Connexion en chiffres'],
  ['?', 'Cette liste'],
] as const;

const rate = (kilobits: number): string =>
  kilobits >= 1000
    ? `${(kilobits / 1000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} Mbit/s`
    : `${String(Math.round(kilobits))} kbit/s`;

function LineFigures({ line }: { line: LineReading }) {
  const rows = [
    ['Verdict', QUALITY_TEXT[qualityOf(line)]],
    ['Aller-retour', line.roundTrip === null ? 'inconnu' : `${String(Math.round(line.roundTrip))} ms`],
    ['Paquets perdus', `${(line.loss * 100).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} %`],
    ['Reçu', rate(line.received)],
    ['Envoyé', rate(line.sent)],
    [
      'Image reçue',
      line.width === null
        ? 'aucune'
        : `${String(line.width)} × ${String(line.height)}, ${String(Math.round(line.framesPerSecond ?? 0))} images/s`,
    ],
    ['Chemin', line.relayed ? 'par un relais' : 'direct'],
  ] as const;
  return (
    <dl className="num grid gap-2 text-small">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line pb-2">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
