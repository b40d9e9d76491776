import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import {
  ADMIN_PAGE,
  type AdminView,
  type adminListQuery,
} from '#web/features/marketplace-admin/admin-view.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

interface AdminListProps<Row> {
  /** Names the table: « Sessions ». */
  caption: string;
  /** « session » and « sessions ». */
  noun: readonly [one: string, many: string];
  query: ReturnType<typeof adminListQuery<Row>>;
  view: AdminView;
  states: readonly { value: string; label: string }[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  searchLabel: string;
  placeholder: string;
  onChange: (change: Record<string, string | null>) => void;
  hrefFor: (page: number) => string;
}

/** A list of the admin's: search, one filter, the table, its pages. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { caption, noun, query, view, states, columns, rowKey, searchLabel, placeholder, onChange, hrefFor } =
    props;
  const list = useQuery(query);
  const count = list.data?.count ?? 0;
  const total = plural(count, noun[0], noun[1]);
  return (
    <div className="grid gap-4">
      <Card padded={false}>
        <div className="grid gap-3 border-b border-line p-3 sm:grid-cols-[1fr_auto]">
          <SearchInput
            key={view.search}
            label={searchLabel}
            placeholder={placeholder}
            initialValue={view.search}
            onSearch={(text) => onChange({ q: text || null })}
          />
          <Select
            aria-label="État"
            placeholder="Tous les états"
            options={[...states]}
            value={view.state ?? ''}
            onChange={(event) => onChange({ state: event.target.value || null })}
          />
        </div>
        {list.isError ? (
          <div className="p-4">
            <ErrorState
              title="La liste n’a pas pu être chargée"
              onRetry={() => list.refetch()}
              retrying={list.isFetching}
            />
          </div>
        ) : (
          <Table
            caption={caption}
            columns={columns}
            rows={list.data?.rows ?? []}
            rowKey={rowKey}
            loadingRows={list.isPending ? 8 : undefined}
            refreshing={list.isPlaceholderData}
            empty={
              <EmptyState
                icon={<SearchX />}
                title="Rien ne correspond"
                description="Essayez un autre mot, ou retirez le filtre."
                action={<Button onClick={() => onChange({ q: null, state: null })}>Tout voir</Button>}
              />
            }
          />
        )}
      </Card>
      <p role="status" className="sr-only">
        {list.isPlaceholderData || !list.isSuccess ? '' : total}
      </p>
      {count > 0 && (
        <Pagination
          page={view.page}
          pageCount={Math.max(1, Math.ceil(count / ADMIN_PAGE))}
          hrefFor={hrefFor}
          summary={total}
        />
      )}
    </div>
  );
}
