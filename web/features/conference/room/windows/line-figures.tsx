import { qualityOf } from '#web/conference-core/connection/connection-rating.ts';
import type { LineReading } from '#web/conference-core/connection/connection-stats.ts';
import { formatRate } from '#web/lib/format.ts';
import { QUALITY_TEXT, rateText } from '../../setup/line-test/line-report.ts';

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
