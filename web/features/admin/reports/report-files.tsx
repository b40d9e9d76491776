import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makeFile, readFile } from '#contracts/accounting.ts';
import { FILE_KINDS, type FileKind } from '#domain/accounting/files.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

/** What each file is called, and what it is for. */
const FILES = {
  month: { label: 'Rapport du mois', about: 'Les lignes ci-dessus.' },
  trial_balance: { label: 'Balance', about: 'Chaque compte, du 1er janvier à la fin du mois.' },
  fec: {
    label: 'FEC',
    about: 'Les écritures des mois clôturés de l’année, au format de l’administration fiscale.',
  },
  commission_vat: { label: 'TVA des commissions', about: 'Hors taxe et TVA, écriture par écriture.' },
  payouts: { label: 'Versements', about: 'Préparés, reçus, refusés.' },
  refunds: { label: 'Remboursements', about: 'Ce que les viewers ont récupéré, et sur quelles parts.' },
  disputes: { label: 'Contestations', about: 'Ouvertes, gagnées, perdues, et leurs frais.' },
} as const satisfies Record<FileKind, { label: string; about: string }>;

const read = (supabase: LogeSupabase) =>
  supabase.from('admin_accounting_files').select('id,kind,name,bytes,digest,made_at,author');

type Kept = QueryData<ReturnType<typeof read>>[number];

const filesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'accounting-files'],
  queryFn: async ({ signal }): Promise<Kept[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase)
      .order('made_at', { ascending: false })
      .order('id')
      .limit(30)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

/** Hands a kept file to the browser, which saves it under its name. */
async function save(fileId: string): Promise<void> {
  const { name, body } = await callCommand(readFile, { fileId });
  const address = URL.createObjectURL(new Blob([body], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

const columns = (onSave: (file: Kept) => void): Column<Kept>[] => [
  {
    key: 'name',
    header: 'Fichier',
    heading: true,
    cell: ({ name }) => <span className="font-medium break-all">{name}</span>,
  },
  {
    key: 'made',
    header: 'Fait le',
    cell: ({ made_at }) => formatDateTime(made_at, TEAM_ZONE, { weekday: false, month: 'short', year: true }),
  },
  { key: 'author', header: 'Par', cell: ({ author }) => author ?? 'Compte supprimé' },
  {
    key: 'digest',
    header: 'SHA-256',
    cell: ({ digest }) => (
      <span className="text-small text-muted" title={digest}>
        {digest.slice(0, 16)}…
      </span>
    ),
  },
  {
    key: 'save',
    header: 'Reprendre',
    cell: (file) => (
      <Button size="sm" onClick={() => onSave(file)}>
        Télécharger<span className="sr-only"> {file.name}</span>
      </Button>
    ),
  },
];

/** Making the files of a month, and those that were made, with who made them. */
export function ReportFiles({ month, monthName }: { month: string; monthName: string }) {
  const list = useQuery(filesQuery);
  const [making, setMaking] = useState<FileKind | null>(null);
  const make = useAction(
    async (kind: FileKind) => {
      const { fileId, name } = await callCommand(makeFile, { kind, month });
      await save(fileId);
      return name;
    },
    { changes: [filesQuery.queryKey], done: (name) => ({ title: `${name} est prêt` }) },
  );
  const saving = useAction(({ id }: Kept) => save(id));
  return (
    <>
      <section className="grid gap-4" aria-labelledby="files">
        <h2 id="files" className="text-title">
          Fichiers, {monthName}
        </h2>
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {FILE_KINDS.map((kind) => {
              const { label, about } = FILES[kind];
              return (
                <li key={kind} className="flex items-center justify-between gap-4 px-5 py-3">
                  <span className="grid min-w-0">
                    <span className="font-medium">{label}</span>
                    <span className="text-small text-muted">{about}</span>
                  </span>
                  <Button
                    size="sm"
                    loading={make.pending && making === kind}
                    onClick={() => {
                      setMaking(kind);
                      make.press(kind);
                    }}
                  >
                    Préparer<span className="sr-only"> {label}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        </Card>
      </section>
      <section className="grid gap-4" aria-labelledby="history">
        <h2 id="history" className="text-title">
          Déjà préparés
        </h2>
        <Loaded
          query={list}
          failed="La liste des fichiers n’a pas pu être chargée"
          waiting={<Skeleton className="h-40" />}
        >
          {(files) =>
            files.length === 0 ? (
              <EmptyState
                title="Aucun fichier pour l’instant"
                description="Chaque fichier préparé reste ici tel qu’il a été fait, avec son auteur et son empreinte."
              />
            ) : (
              <Card padded={false}>
                <Table
                  caption="Fichiers préparés"
                  columns={columns((file) => saving.press(file))}
                  rows={files}
                  rowKey={({ id }) => id}
                />
              </Card>
            )
          }
        </Loaded>
      </section>
    </>
  );
}
