import { qualityOf } from '#web/conference-core/connection/connection-rating.ts';
import type { LineReading } from '#web/conference-core/connection/connection-stats.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';
import { formatRate } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { DeviceChoices } from '../media/device-choices.tsx';
import { QUALITY_TEXT, rateText } from '../setup/connection-report.ts';
import { SHORTCUTS, type ShortcutSwitch } from './bar/shortcuts.ts';
import { LAYOUT_TEXT, LAYOUTS, type Layout } from './layout/plan.ts';
import type { Preferences } from './preferences.ts';
import { QualityDot } from './tiles/peer-tile.tsx';
import type { Lines } from './use-connection-quality.ts';

/** What is open over the room; a person by their participant. */
export type RoomWindow = 'devices' | 'line' | 'keys' | 'layout' | { person: string } | null;

interface RoomWindowsProps {
  open: RoomWindow;
  onClose: () => void;
  media: LocalMedia;
  local: LocalState;
  peers: readonly PeerState[];
  volumes: Readonly<Record<string, number>>;
  onVolume: (personId: string, volume: number) => void;
  lines: Lines;
  shortcuts: ShortcutSwitch;
  view: Preferences;
  onView: (changes: Partial<Preferences>) => void;
}

/** What a bar has no room for: devices, how one sees the others, the lines in figures, the keys. */
export function RoomWindows(props: RoomWindowsProps) {
  const { open, onClose, media, local, peers, volumes, onVolume, lines, shortcuts, view, onView } = props;
  const change = (next: boolean) => {
    if (!next) onClose();
  };
  const id = open !== null && typeof open === 'object' ? open.person : null;
  const person = peers.find(({ participantId }) => participantId === id) ?? null;
  const volumeOf = (personId: string) => volumes[personId] ?? 1;
  return (
    <>
      <Dialog open={open === 'devices'} onOpenChange={change} title="Appareils et réglages">
        <div className="grid gap-6">
          <DeviceChoices media={media} local={local} />
          {peers.map(({ participantId, personId, name }) => (
            <VolumeSlider
              key={participantId}
              name={name}
              volume={volumeOf(personId)}
              onVolume={(volume) => onVolume(personId, volume)}
            />
          ))}
        </div>
      </Dialog>
      <Dialog open={open === 'layout'} onOpenChange={change} title="Disposition" size="sm">
        <RadioCards
          name="layout"
          label="Disposition"
          value={view.layout}
          onChange={(event) => onView({ layout: event.target.value as Layout })}
          options={LAYOUTS.map((layout) => ({
            value: layout,
            label: LAYOUT_TEXT[layout].label,
            description: LAYOUT_TEXT[layout].hint,
          }))}
        />
        <Switch
          label="Me voir"
          description="Les autres vous voient de toute façon"
          checked={!view.tucked}
          onChange={(event) => onView({ tucked: !event.target.checked })}
        />
      </Dialog>
      <Dialog open={open === 'line'} onOpenChange={change} title="Connexion" size="sm">
        <AllLines peers={peers} lines={lines} />
      </Dialog>
      <Dialog open={person !== null} onOpenChange={change} title={person?.name ?? ''} size="sm">
        {person && (
          <div className="grid gap-6">
            <VolumeSlider
              name={person.name}
              volume={volumeOf(person.personId)}
              onVolume={(volume) => onVolume(person.personId, volume)}
            />
            <LineFigures line={lines.get(person.participantId) ?? null} />
          </div>
        )}
      </Dialog>
      <Dialog open={open === 'keys'} onOpenChange={change} title="Raccourcis clavier" size="sm">
        <Switch
          label="Raccourcis à une touche"
          checked={shortcuts.enabled}
          onChange={(event) => shortcuts.setEnabled(event.target.checked)}
        />
        <Keys />
      </Dialog>
    </>
  );
}

/** With one other the figures; with more, each to be opened. */
function AllLines({ peers, lines }: Pick<RoomWindowsProps, 'peers' | 'lines'>) {
  const [only] = peers;
  if (!only) return <p className="text-soft">Personne d’autre n’est connecté.</p>;
  if (peers.length === 1) return <LineFigures line={lines.get(only.participantId) ?? null} />;
  return (
    <div className="grid">
      {peers.map(({ participantId, name }) => {
        const line = lines.get(participantId) ?? null;
        return (
          <details key={participantId} className="group border-b border-line last:border-0">
            <summary className="flex min-h-12 cursor-pointer items-center gap-3 text-small font-medium">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {line && (
                <span className="num text-soft">
                  {line.roundTrip === null ? '' : `${String(Math.round(line.roundTrip))} ms`}
                </span>
              )}
              {line && <QualityDot quality={qualityOf(line)} />}
            </summary>
            <div className="pb-4">
              <LineFigures line={line} />
            </div>
          </details>
        );
      })}
    </div>
  );
}

const Keys = () => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-small">
    {SHORTCUTS.map(({ key, text }) => (
      <div key={key} className="contents">
        <dt>
          <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-line-strong px-2 py-1 font-sans font-semibold">
            {key.toUpperCase()}
          </kbd>
        </dt>
        <dd className="self-center text-soft">{text}</dd>
      </div>
    ))}
  </dl>
);

/** The line to one person in figures. */
export function LineFigures({ line }: { line: LineReading | null }) {
  if (!line) return <p className="text-small text-soft">Rien n’a encore été mesuré.</p>;
  const rows = [
    ['Verdict', QUALITY_TEXT[qualityOf(line)]],
    ['Aller-retour', line.roundTrip === null ? 'inconnu' : `${String(Math.round(line.roundTrip))} ms`],
    ['Paquets perdus', formatRate(line.loss)],
    ['Reçu', rateText(line.received)],
    ['Envoyé', rateText(line.sent)],
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
        <div key={name} className="flex justify-between gap-4 border-b border-line pb-2 last:border-0">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface VolumeSliderProps {
  name: string;
  /** 0 to 1. */
  volume: number;
  onVolume: (volume: number) => void;
}

/** How loud somebody is for oneself alone. */
export const VolumeSlider = ({ name, volume, onVolume }: VolumeSliderProps) => (
  <label className="grid gap-1 text-small font-medium text-soft">
    <span className="flex justify-between gap-4">
      Volume de {name}
      <span className="num text-ink">{Math.round(volume * 100)} %</span>
    </span>
    <input
      type="range"
      min={0}
      max={100}
      value={Math.round(volume * 100)}
      onChange={(event) => onVolume(Number(event.target.value) / 100)}
      className="h-11 w-full"
    />
  </label>
);
