import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import '#web/ui/table.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for money and counts. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** The column that heads the card a row becomes on a phone; it goes without its label there. */
  heading?: boolean;
  /**
   * In a table of `lines`: the place of the column on a phone. A column without a place is not
   * shown there; the page that the row opens has it.
   */
  place?: 'choice' | 'start' | 'end' | 'below' | 'below-end';
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort | undefined;
  /** Kept by the caller in the URL. */
  onSort?: ((sort: Sort) => void) | undefined;
  /** The first load: skeleton rows, as many as the page will hold. */
  loadingRows?: number | undefined;
  /** A later load: the rows stay, dimmed. */
  refreshing?: boolean;
  /**
   * On a phone a row is two lines, where its columns have their place, rather than a card with a
   * line for each.
   */
  lines?: boolean;
  /** A further class of a row, by its index. */
  rowClass?: ((index: number) => string | undefined) | undefined;
  /** Shown in place of the rows when there are none; an `EmptyState`. */
  empty?: ReactNode;
}

/**
 * Some browsers drop the roles of a table whose rows are styled as cards, so the roles are set
 * explicitly.
 */
const asTable = { role: 'table' };
const asRowGroup = { role: 'rowgroup' };
const asRow = { role: 'row' };
const asCell = { role: 'cell' };
const asColumnHeader = { role: 'columnheader' };

const turned = (sort: Sort | undefined, key: string): Sort => ({
  key,
  direction: sort?.key === key && sort.direction === 'ascending' ? 'descending' : 'ascending',
});

/**
 * Rows of facts. Below 768 px each row becomes a card with the column names in it and sorting
 * becomes a select.
 */
export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    loadingRows,
    refreshing = false,
    lines,
    rowClass,
    empty,
  } = props;
  if (rows.length === 0 && loadingRows === undefined && empty) return <div className="p-4">{empty}</div>;
  return (
    <>
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      <table
        {...asTable}
        aria-busy={refreshing || loadingRows !== undefined}
        className={classNames('data-table num', lines && 'data-lines', refreshing && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead {...asRowGroup}>
          <tr {...asRow}>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...asRowGroup}>
          {loadingRows !== undefined
            ? Array.from({ length: loadingRows }, (_, row) => (
                <tr {...asRow} key={`skeleton-${String(row)}`}>
                  {columns.map((column) => (
                    <td {...asCell} key={column.key} data-heading={column.heading} data-place={column.place}>
                      <Skeleton className="h-4 w-24" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <tr {...asRow} key={rowKey(row)} className={rowClass?.(index)}>
                  {columns.map((column) => (
                    <td
                      {...asCell}
                      key={column.key}
                      data-label={column.header}
                      data-heading={column.heading}
                      data-align={column.align}
                      data-place={column.place}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const sorted = sort?.key === column.key ? sort.direction : undefined;
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th {...asColumnHeader} scope="col" aria-sort={sorted} data-align={column.align}>
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(turned(sort, column.key))}
          className={classNames(
            '-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 hover:text-ink',
            sorted && 'text-ink',
          )}
        >
          {column.header}
          <Icon aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Sorting on a phone, where the header is not shown. */
function SortSelect<Row>({ columns, sort, onSort }: Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  const options = sortable.flatMap((column) => [
    { value: `${column.key}:ascending`, label: `${column.header}, croissant` },
    { value: `${column.key}:descending`, label: `${column.header}, décroissant` },
  ]);
  return (
    <div className="border-b border-line p-3 md:hidden">
      <Select
        aria-label="Trier par"
        placeholder="Trier par"
        options={options}
        value={sort ? `${sort.key}:${sort.direction}` : ''}
        onChange={(event) => {
          const [key, direction] = event.target.value.split(':');
          if (key) onSort({ key, direction: direction === 'descending' ? 'descending' : 'ascending' });
        }}
      />
    </div>
  );
}
