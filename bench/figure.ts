/** One measured figure; see run.ts. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** The target that we promise; null when the figure is only reported. */
  target: { atLeast: number } | { below: number } | null;
  note?: string;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

export function isMet({ value, target }: Figure): boolean | null {
  if (target === null) return null;
  return 'atLeast' in target ? value >= target.atLeast : value < target.below;
}

const shown = (value: number) =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);

/** A Markdown table, which reads in a terminal too. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, value, unit, target, note } = figure;
    const asked = target === null ? '-' : 'atLeast' in target ? `≥ ${target.atLeast}` : `< ${target.below}`;
    const met = isMet(figure);
    return [
      what,
      `${shown(value)} ${unit}`,
      asked,
      met === null ? '' : met ? 'pass' : '**miss**',
      note ?? '',
    ];
  });
  const head = ['what', 'measured', 'target', '', 'note'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
