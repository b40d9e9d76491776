import { ofName } from '#product/shared/elision.ts';
import { qualityOf } from '#web/conference-core/connection/connection-rating.ts';
import type { ConnectionReading } from '#web/conference-core/connection/connection-stats.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { ReportDialog } from '#web/entities/report/report-dialog.tsx';
import { HelpDialog } from '#web/entities/support/help-button.tsx';
import { formatRate } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { DeviceChoices } from '../media/device-choices.tsx';
import { QUALITY_TEXT, rateText } from '../setup/connection-report.ts';
import { SHORTCUTS } from './bar/shortcuts.ts';
import { LAYOUT_TEXT, LAYOUTS, type Layout } from './layout/plan.ts';
import { useRoom, useStage } from './room-context.tsx';
import { QualityBars } from './tiles/peer-tile.tsx';
import type { ConnectionReadings } from './use-connection-readings.ts';

/**
 * The dialogs without a place on the bar: devices, how one sees the others, connections in figures,
 * the keys.
 */
export function RoomDialogs() {
  const { details, room, media, local } = useRoom();
  const { dialog, openDialog, shortcuts, preferences, setPreferences, volumes, setVolume, connections } =
    useStage();
  const { peers } = room;
  const change = (next: boolean) => {
    if (!next) openDialog(null);
  };
  const id = typeof dialog === 'object' ? dialog?.person : null;
  const person = peers.find(({ participantId }) => participantId === id) ?? null;
  const volumeOf = (personId: string) => volumes[personId] ?? 1;
  return (
    <>
      <Dialog open={dialog === 'devices'} onOpenChange={change} title="Appareils et réglages">
        <div className="grid gap-6">
          <DeviceChoices media={media} local={local} />
          {peers.map(({ participantId, personId, name }) => (
            <VolumeSlider
              key={participantId}
              name={name}
              volume={volumeOf(personId)}
              onVolume={(volume) => setVolume(personId, volume)}
            />
          ))}
        </div>
      </Dialog>
      <Dialog open={dialog === 'layout'} onOpenChange={change} title="Disposition" size="sm">
        <RadioCards
          name="layout"
          label="Disposition"
          value={preferences.layout}
          onChange={(event) => setPreferences({ layout: event.target.value as Layout })}
          options={LAYOUTS.map((layout) => ({
            value: layout,
            label: LAYOUT_TEXT[layout].label,
            description: LAYOUT_TEXT[layout].hint,
          }))}
        />
        <Switch
          label="Me voir"
          description="Les autres vous voient de toute façon"
          checked={!preferences.tucked}
          onChange={(event) => setPreferences({ tucked: !event.target.checked })}
        />
      </Dialog>
      <Dialog open={dialog === 'connection'} onOpenChange={change} title="Connexion" size="sm">
        <Connections peers={peers} connections={connections} />
      </Dialog>
      <Dialog open={person !== null} onOpenChange={change} title={person?.name ?? ''} size="sm">
        {person && (
          <div className="grid gap-6">
            <VolumeSlider
              name={person.name}
              volume={volumeOf(person.personId)}
              onVolume={(volume) => setVolume(person.personId, volume)}
            />
            <ConnectionFigures reading={connections.get(person.participantId)} />
          </div>
        )}
      </Dialog>
      <Dialog open={dialog === 'keys'} onOpenChange={change} title="Raccourcis clavier" size="sm">
        <Switch
          label="Raccourcis à une touche"
          checked={shortcuts.enabled}
          onChange={(event) => shortcuts.setEnabled(event.target.checked)}
        />
        <Keys />
      </Dialog>
      <ReportDialog
        open={dialog === 'report'}
        onOpenChange={change}
        subject={{ kind: 'session', id: details.roomId }}
        what="cette session"
        signedIn
      />
      <HelpDialog
        open={dialog === 'help'}
        onOpenChange={change}
        about={{ kind: 'room', id: details.roomId }}
        what="cette session"
      />
    </>
  );
}

/** With one other person the figures; with more, each to be opened. */
function Connections({
  peers,
  connections,
}: {
  peers: readonly PeerState[];
  connections: ConnectionReadings;
}) {
  const [only] = peers;
  if (!only) return <p className="text-soft">Personne d’autre n’est connecté.</p>;
  if (peers.length === 1) return <ConnectionFigures reading={connections.get(only.participantId)} />;
  return (
    <div className="grid">
      {peers.map(({ participantId, name }) => {
        const reading = connections.get(participantId);
        return (
          <details key={participantId} className="group border-b border-line last:border-0">
            <summary className="flex min-h-12 cursor-pointer items-center gap-3 text-small font-medium">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {reading && (
                <span className="num text-soft">
                  {reading.roundTrip === null ? '' : `${String(Math.round(reading.roundTrip))} ms`}
                </span>
              )}
              {reading && <QualityBars quality={qualityOf(reading)} />}
            </summary>
            <div className="pb-4">
              <ConnectionFigures reading={reading} />
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

/** The connection with one person in figures. */
function ConnectionFigures({ reading }: { reading: ConnectionReading | undefined }) {
  if (!reading) return <p className="text-small text-soft">Rien n’a encore été mesuré.</p>;
  const rows = [
    ['Verdict', QUALITY_TEXT[qualityOf(reading)]],
    ['Aller-retour', reading.roundTrip === null ? 'inconnu' : `${String(Math.round(reading.roundTrip))} ms`],
    ['Paquets perdus', formatRate(reading.loss)],
    ['Reçu', rateText(reading.received)],
    ['Envoyé', rateText(reading.sent)],
    [
      'Image reçue',
      reading.width === null
        ? 'aucune'
        : `${String(reading.width)} × ${String(reading.height)}, ${String(Math.round(reading.framesPerSecond ?? 0))} images/s`,
    ],
    ['Chemin', reading.relayed ? 'par un relais' : 'direct'],
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

/** The volume of one participant. */
const VolumeSlider = ({ name, volume, onVolume }: VolumeSliderProps) => (
  <label className="grid gap-1 text-small font-medium text-soft">
    <span className="flex justify-between gap-4">
      Volume {ofName(name)}
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
