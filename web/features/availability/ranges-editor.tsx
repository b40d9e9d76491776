import { Plus, X } from 'lucide-react';
import type { WallRange } from '#product/availability/rules/hours.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';
import { wallText } from '#web/ui/wall-text.ts';

interface RangesEditorProps {
  ranges: readonly WallRange[];
  onChange: (ranges: WallRange[]) => void;
}

const STEP = 15;
const DAY = 1_440;

function hours(first: number, last: number, chosen: number): SelectOption[] {
  const count = Math.floor((last - first) / STEP) + 1;
  const values = new Set(Array.from({ length: count }, (_, index) => first + index * STEP));
  return [...values.add(chosen)]
    .sort((a, b) => a - b)
    .map((value) => ({
      value: String(value),
      label: value > DAY ? `${wallText(value)} (J+1)` : wallText(value),
    }));
}

/** The hours of one date, from and to. An end before the beginning moves with it. */
export function RangesEditor({ ranges, onChange }: RangesEditorProps) {
  const set = (index: number, range: WallRange) =>
    onChange(ranges.map((old, at) => (at === index ? range : old)));
  const add = () => {
    const from = Math.min((ranges.at(-1)?.to ?? 17 * 60) + 60, 23 * 60);
    onChange([...ranges, { from, to: Math.min(from + 120, DAY) }]);
  };
  return (
    <div className="num grid gap-2.5">
      {ranges.map(({ from, to }, index) => (
        <div key={`${String(index)} of ${String(ranges.length)}`} className="flex items-center gap-2">
          <Select
            aria-label={`Plage ${String(index + 1)}, de`}
            className="min-w-0 flex-1"
            options={hours(0, DAY - STEP, from)}
            value={String(from)}
            onChange={({ target }) => {
              const next = Number(target.value);
              set(index, { from: next, to: Math.min(Math.max(to, next + STEP), next + DAY) });
            }}
          />
          <span aria-hidden="true" className="text-muted">
            à
          </span>
          <Select
            aria-label={`Plage ${String(index + 1)}, à`}
            className="min-w-0 flex-1"
            options={hours(from + STEP, from + DAY, to)}
            value={String(to)}
            onChange={({ target }) => set(index, { from, to: Number(target.value) })}
          />
          <Button
            tone="quiet"
            size="icon"
            aria-label={`Retirer la plage ${String(index + 1)}`}
            disabled={ranges.length === 1}
            onClick={() => onChange(ranges.filter((_, at) => at !== index))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        tone="quiet"
        size="sm"
        className="justify-self-start"
        onClick={add}
        disabled={ranges.length >= 12}
      >
        <Plus aria-hidden="true" />
        Ajouter une plage
      </Button>
    </div>
  );
}
