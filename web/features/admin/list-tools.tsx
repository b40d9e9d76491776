import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Columns3, Download, Ellipsis, Keyboard, Save, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import {
  FILE_ROWS,
  type Filters,
  type List,
  type ListColumn,
  type ListView,
  readAll,
  sheetColumns,
} from '#web/features/admin/list.ts';
import { csvOf, quoted, saveCsv } from '#web/lib/spreadsheet.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** The part of an address that is the view, without the opened row and the number of the page. */
export function addressOf(params: URLSearchParams, opened: string | undefined): string {
  const kept = new URLSearchParams(params);
  kept.delete('page');
  if (opened) kept.delete(opened);
  kept.sort();
  return kept.toString();
}

/** The columns that the address leaves out; what heads a row always stays. */
export const hiddenIn = (params: URLSearchParams): ReadonlySet<string> =>
  new Set((params.get('hide') ?? '').split(',').filter(Boolean));

const read = (supabase: LogeSupabase) => supabase.from('list_views').select('id,list,name,address');
type KeptView = QueryData<ReturnType<typeof read>>[number];

/** The views that one kept, of all lists. */
const viewsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'views'],
  queryFn: async ({ signal }): Promise<KeptView[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase).order('name').abortSignal(signal).throwOnError();
    return data;
  },
  staleTime: 60_000,
});

/** A list as a file for spreadsheets in French: the columns that are shown, in words. */
export const listCsv = <Row,>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): string => {
  const told = columns.flatMap((column) => sheetColumns(column));
  return csvOf([
    told.map(([header]) => quoted(header)),
    ...rows.map((row) => told.map(([, text]) => quoted(text(row)))),
  ]);
};

const KEYS = [
  ['/', 'Chercher'],
  ['j', 'Ligne suivante'],
  ['k', 'Ligne précédente'],
  ['Entrée', 'Ouvrir la ligne'],
  ['x', 'Choisir la ligne, quand elle peut l’être'],
  ['e', 'Agir sur les lignes choisies, ou ouvrir la ligne'],
  ['Ctrl K', 'Chercher partout'],
  ['F8', 'Aller au dernier message, et à son « Annuler »'],
  ['?', 'Ces raccourcis'],
] as const;

export type Tool = 'columns' | 'views' | 'keys';

interface ListToolsProps<Row, Narrowed extends Filters, SortKey extends string> {
  list: List<Row, Narrowed, SortKey>;
  view: ListView<Narrowed, SortKey>;
  columns: readonly ListColumn<Row>[];
  params: URLSearchParams;
  /** The parameter of the address that opens a row. */
  opened: string | undefined;
  change: (changes: Record<string, string | null>) => void;
  tool: Tool | null;
  setTool: (tool: Tool | null) => void;
}

/** The tools that every list has beside its filters: kept views, columns, a file, the keys. */
export function ListTools<Row, Narrowed extends Filters, SortKey extends string>(
  props: ListToolsProps<Row, Narrowed, SortKey>,
) {
  const { list, view, columns, params, opened, change, tool, setTool } = props;
  const hidden = hiddenIn(params);
  const views = (useQuery(viewsQuery).data ?? []).filter((each) => each.list === list.name);
  const saving = useAction(
    async () => {
      const rows = await readAll(list, view);
      saveCsv(
        listCsv(
          columns.filter(({ key, heading }) => heading || !hidden.has(key)),
          rows,
        ),
        `loge-${list.name}.csv`,
      );
      return rows.length;
    },
    {
      done: (count) => ({
        title: 'Fichier prêt',
        ...(count >= FILE_ROWS
          ? { description: 'Seules les 10 000 premières lignes y sont : ajoutez un filtre.' }
          : {}),
      }),
      failed: 'Fichier non fait',
    },
  );
  const dialog = (name: Tool) => ({
    open: tool === name,
    onOpenChange: (open: boolean) => setTool(open ? name : null),
  });
  return (
    <>
      <DropdownMenu
        trigger={
          <button
            type="button"
            aria-label="Vues, colonnes et fichier"
            className={buttonClass('outline', 'icon')}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
      >
        {views.map(({ id, name, address }) => (
          <MenuLink key={id} to={`?${address}`}>
            {name}
          </MenuLink>
        ))}
        {views.length > 0 && <MenuSeparator />}
        <MenuItem icon={<Save aria-hidden="true" />} onSelect={() => setTool('views')}>
          Vues enregistrées…
        </MenuItem>
        <MenuItem icon={<Columns3 aria-hidden="true" />} onSelect={() => setTool('columns')}>
          Colonnes…
        </MenuItem>
        <MenuItem
          icon={<Download aria-hidden="true" />}
          disabled={saving.pending}
          onSelect={() => saving.press(undefined)}
        >
          Télécharger (CSV)
        </MenuItem>
        <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={() => setTool('keys')}>
          Raccourcis clavier
        </MenuItem>
      </DropdownMenu>
      <Dialog {...dialog('columns')} size="sm" title="Colonnes">
        <div className="grid">
          {columns.map(({ key, header, heading }) => (
            <Checkbox
              key={key}
              label={header}
              checked={heading || !hidden.has(key)}
              disabled={heading}
              onChange={({ target }) => {
                const next = new Set(hidden);
                if (target.checked) next.delete(key);
                else next.add(key);
                change({ hide: next.size === 0 ? null : [...next].join(','), page: params.get('page') });
              }}
            />
          ))}
        </div>
      </Dialog>
      <Dialog {...dialog('views')} size="sm" title="Vues enregistrées">
        <Views
          list={list.name}
          address={addressOf(params, opened)}
          views={views}
          onOpen={() => setTool(null)}
        />
      </Dialog>
      <KeysDialog {...dialog('keys')} keys={KEYS} />
    </>
  );
}

interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  keys: readonly (readonly [key: string, what: string])[];
}

/** Lists the keyboard shortcuts of a page. */
export const KeysDialog = ({ keys, ...dialog }: KeysDialogProps) => (
  <Dialog {...dialog} size="sm" title="Raccourcis clavier">
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3">
      {keys.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd className="text-soft">{what}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

/** How many views somebody keeps of one list; the database keeps no more. */
const MOST_VIEWS = 30;

interface ViewsProps {
  list: string;
  address: string;
  views: readonly KeptView[];
  onOpen: () => void;
}

/** The views of a list that one kept, and keeping what the address shows. */
function Views({ list, address, views, onOpen }: ViewsProps) {
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<string>();
  const changes = [viewsQuery.queryKey];
  const keeping = useAction(
    async (kept: { name: string }) => {
      const { supabase } = await loadClient();
      const same = views.find((each) => each.name === kept.name);
      await (same
        ? supabase.from('list_views').update({ address }).eq('id', same.id)
        : supabase.from('list_views').insert({ list, name: kept.name, address })
      ).throwOnError();
    },
    { changes, done: 'Vue enregistrée', failed: 'Vue non enregistrée' },
  );
  const dropping = useAction(
    async (id: string) => {
      const { supabase } = await loadClient();
      await supabase.from('list_views').delete().eq('id', id).throwOnError();
    },
    { changes, done: 'Vue supprimée', failed: 'Vue non supprimée' },
  );
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const isNew = views.every((each) => each.name !== name.trim());
    const isFull = isNew && views.length >= MOST_VIEWS;
    const why = isFull ? `Vous gardez déjà ${MOST_VIEWS} vues de cette liste : supprimez-en une` : undefined;
    const refusal = name.trim() === '' ? 'Donnez-lui un nom' : why;
    setRefused(refusal);
    if (refusal !== undefined) return;
    keeping.press({ name: name.trim() }, () => setName(''));
  };
  return (
    <div className="grid gap-5">
      {views.length === 0 ? (
        <p className="text-soft">
          Aucune pour cette liste. Une vue garde la recherche, les filtres, l’ordre et les colonnes que vous
          voyez, pour vous seul.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {views.map((each) => (
            <li key={each.id} className="flex items-center justify-between gap-3">
              <TextLink
                to={`?${each.address}`}
                onClick={onOpen}
                className="inline-flex min-h-11 items-center"
              >
                {each.name}
              </TextLink>
              <Button
                size="icon"
                tone="quiet"
                aria-label={`Supprimer la vue ${each.name}`}
                onClick={() => dropping.press(each.id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={keep} noValidate className="grid gap-4">
        <Field label="Nom de cette vue" error={refused} required>
          <Input maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Button type="submit" tone="spot" loading={keeping.pending} className="sm:justify-self-start">
          Enregistrer cette vue
        </Button>
      </form>
    </div>
  );
}
