import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Fold, folded } from '#web/ui/fold.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import './charts.css';

/** The states of a chart without anything to draw. */
export type ChartState =
  | { kind: 'loading' }
  | { kind: 'empty'; text: ReactNode }
  | { kind: 'error'; text: string; onRetry: () => unknown; retrying: boolean };

/** The same facts in words and figures. The first cell of each row names it. */
export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The props of every chart. */
export interface ChartProps {
  /**
   * The finding of the figures, as a sentence made by a rule: « Vos soirs sont pleins, votre samedi
   * matin ne l’est jamais ».
   */
  title: string;
  /** The counted quantity and its period. */
  note?: ReactNode;
  /** Left out, the chart is drawn. */
  state?: ChartState | undefined;
  /** The controls of the chart, beside its title. */
  controls?: ReactNode;
  /** The advice that follows from it, with its button. */
  action?: ReactNode;
  /** The level of its title as a heading in its page. */
  level?: 2 | 3;
  /** A telephone shows the finding, and the rest on demand. */
  folds?: boolean;
  className?: string | undefined;
}

interface ChartFrameProps extends ChartProps {
  table: ChartTable;
  children: ReactNode;
}

/**
 * The card of a chart: its finding, the picture or its table, and what is shown while there is
 * neither.
 */
export function ChartFrame(props: ChartFrameProps) {
  const {
    title,
    note,
    state,
    controls,
    action,
    level = 3,
    folds = false,
    className,
    table,
    children,
  } = props;
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const Heading = level === 2 ? 'h2' : 'h3';
  const drawn = state === undefined;
  const body = (
    <>
      {state?.kind === 'loading' && <Skeleton className="h-64 w-full" />}
      {state?.kind === 'empty' && (
        <div className="grid min-h-40 place-items-center rounded-md border border-dashed border-line-strong px-6 py-8 text-center text-small text-soft">
          <div className="grid max-w-[46ch] justify-items-center gap-3">{state.text}</div>
        </div>
      )}
      {state?.kind === 'error' && (
        <ErrorLine onRetry={state.onRetry} retrying={state.retrying}>
          {state.text}
        </ErrorLine>
      )}
      {drawn && (asTable ? <FiguresTable title={title} table={table} /> : children)}
      {drawn && action}
    </>
  );
  // A loading chart is folded too: it takes no room that it would give back.
  const foldable = folds && (drawn || state.kind === 'loading');
  const detail = foldable && folded(unfolded);
  return (
    <Card className={classNames('grid content-start gap-4', className)}>
      <section aria-labelledby={id} aria-busy={state?.kind === 'loading' || undefined} className="chart">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
          <div className="grid min-w-0 flex-[1_1_11rem] gap-1">
            <Heading id={id} className="text-title text-balance">
              {state?.kind === 'loading' ? (
                <>
                  <span className="sr-only">Chargement</span>
                  <Skeleton className="h-6 w-64 max-w-full" />
                </>
              ) : (
                title
              )}
            </Heading>
            {note && <p className={classNames('text-kicker text-muted', detail)}>{note}</p>}
          </div>
          {controls && <div className={classNames('max-sm:order-last', detail)}>{controls}</div>}
          {drawn && (
            <button
              type="button"
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
              className={buttonClass(
                'quiet',
                'sm',
                classNames('-my-2 -mr-3 aria-pressed:bg-wash aria-pressed:text-ink', detail),
              )}
            >
              <Table2 aria-hidden="true" />
              <span className="chart-toggle-text">En tableau</span>
            </button>
          )}
        </div>
        {foldable ? (
          <Fold of={title} open={unfolded} onToggle={setUnfolded}>
            {body}
          </Fold>
        ) : (
          body
        )}
      </section>
    </Card>
  );
}

function FiguresTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    <div className="-mx-5 sm:-mx-6">
      <Table
        caption={title}
        rows={table.rows}
        rowKey={(row) => row.join('|')}
        columns={table.head.map((header, index) => ({
          key: String(index),
          header,
          cell: (row: readonly string[]) => row[index] ?? '',
          ...(index === 0 ? { heading: true } : { align: 'end' as const }),
        }))}
      />
    </div>
  );
}
