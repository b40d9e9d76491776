import { formatMoney, formatPrice } from '#web/lib/format.ts';
import { BarChart } from '#web/ui/charts/bar-chart.tsx';
import { CurveChart, Sparkline } from '#web/ui/charts/curve-chart.tsx';
import { FunnelChart } from '#web/ui/charts/funnel-chart.tsx';
import { type HeatCell, HeatGrid } from '#web/ui/charts/heat-grid.tsx';
import type { ChartPoint, Series } from '#web/ui/charts/scale.ts';
import { Showcase, Specimen } from './showcase.tsx';

const MONTHS = [
  'janv.',
  'févr.',
  'mars',
  'avr.',
  'mai',
  'juin',
  'juil.',
  'août',
  'sept.',
  'oct.',
  'nov.',
  'déc.',
];
const series: readonly Series[] = [
  { key: 'paid', label: 'Versé', tone: 'settled' },
  { key: 'free', label: 'Disponible', tone: 'asks' },
  { key: 'kept', label: 'Retenu', tone: 'rest' },
  { key: 'back', label: 'Remboursé', tone: 'other' },
];
const points: readonly ChartPoint[] = MONTHS.map((short, index) => ({
  key: String(index + 1),
  label: `${short} 2026`,
  short,
  values: {
    paid: 12_000 + index * 4_300 - (index === 6 ? 21_000 : 0),
    free: index < 9 ? 3_000 + index * 700 : 18_000,
    kept: index < 10 ? index * 1_100 : 21_000,
    back: index === 4 ? null : 900 + ((index * 7) % 5) * 400,
  },
  to: `/dev/ui?month=${String(index + 1)}`,
}));
const facts = {
  series,
  points,
  format: formatMoney,
  formatShort: formatPrice,
  pointsName: 'Mois',
  linkText: 'Voir le mois',
};
const cells: readonly HeatCell[] = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  Array.from({ length: 14 }, (_, index) => {
    const hour = index + 10;
    const veil = hour >= 17 && hour < 22 && weekday !== 4;
    const light = veil ? ((weekday * 3 + hour) % 7) / 6 : 0;
    const ring = weekday === 4 && hour >= 19 && hour < 22;
    const text = ring ? 'fermé, cherché par 9 personnes' : veil ? 'ouvert' : 'fermé';
    return { weekday, hour, veil, light, ring, text };
  }),
);

/** Charts, each with its finding as a specimen, and their other states. */
export function ShowCharts() {
  return (
    <Showcase title="Les figures">
      <CurveChart
        {...facts}
        area
        title="Juillet mis à part, chaque mois a dépassé le précédent"
        note="Exemple de courbe"
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <BarChart {...facts} title="Les trois quarts sont déjà versés" note="Exemple de barres empilées" />
        <BarChart
          {...facts}
          series={series.slice(0, 2)}
          points={points.slice(5).map((point) => ({ ...point, values: { ...point.values, free: -4_000 } }))}
          arrangement="grouped"
          title="Ce qui manque descend sous zéro"
          note="Exemple de barres groupées"
        />
        <HeatGrid
          title="Jeudi soir, on vous cherche"
          note="Exemple de semaine"
          cells={cells}
          legend={{ veil: 'Ouvert', light: 'Réservé', ring: 'Cherché sans créneau' }}
        />
        <FunnelChart
          title="Une visite sur neuf devient une session"
          note="Exemple d’étapes"
          steps={[
            { key: 'seen', label: 'Profil vu', count: 284 },
            { key: 'open', label: 'Calendrier ouvert', count: null },
            { key: 'held', label: 'Place retenue', count: 48 },
            { key: 'paid', label: 'Payée', count: 37 },
            { key: 'done', label: 'Tenue', count: 31, settled: true },
          ]}
        />
        <CurveChart {...facts} title="" state={{ kind: 'loading' }} />
        <CurveChart
          {...facts}
          title="Votre courbe commencera ici"
          state={{ kind: 'empty', text: 'Elle commence avec votre première session tenue.' }}
        />
        <CurveChart
          {...facts}
          title="Sessions et revenus"
          state={{
            kind: 'error',
            text: 'Vos chiffres n’ont pas pu être lus.',
            onRetry: () => undefined,
            retrying: false,
          }}
        />
        <Specimen name="Petite courbe">
          <Sparkline values={[3, 5, 4, 8, 9, 7, 12]} label="De 3 à 12 en sept semaines" />
        </Specimen>
      </div>
    </Showcase>
  );
}
