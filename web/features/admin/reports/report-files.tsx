import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makeFile, recordDeposit } from '#product/books/contract.ts';
import { type FileKind, isDeclaration, isPrinted, isSealed } from '#product/books/rules/files.ts';
import { FILE_LABELS } from '#product/books/rules/schedule.ts';
import { Loaded } from '#web/features/admin/admin.tsx';
import {
  at,
  type Download,
  downloadsQuery,
  FILES_KEY,
  type Kept,
  readFiles,
  save,
  type Why,
} from '#web/features/admin/reports/kept-files.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useAction, useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';

/** The purpose of each file. */
const ABOUT = {
  month: 'Les lignes ci-dessus.',
  trial_balance: 'Chaque compte, du 1er janvier à la fin du mois.',
  fec: 'Les écritures des mois clôturés de l’année, au format de l’administration fiscale.',
  commission_vat: 'Hors taxe et TVA, écriture par écriture.',
  vat_by_country: 'Les commissions du mois selon le pays et le statut du streamer.',
  payouts: 'Préparés, reçus, refusés.',
  refunds: 'Ce que les viewers ont récupéré, et sur quelles parts.',
  disputes: 'Ouvertes, gagnées, perdues, et leurs frais.',
  dac7_sellers:
    'Tous les streamers crédités dans l’année, au centime, avec ce qui manque à leur identité et l’adresse où la demander.',
  dac7: 'Le fichier XML de l’OCDE (DPI 1.0), en euros entiers, à convertir au format du fisc français avant le dépôt. Après un dépôt, seuls les vendeurs qui n’y étaient pas.',
  dac7_correction: 'Ce qui a changé depuis le dernier dépôt, sous les références déjà déposées.',
  transparency:
    'Signalements, décisions, contestations et destinataires actifs, sur les six et les douze mois qui finissent avec ce mois.',
} as const satisfies Record<FileKind, string>;

/** The files as they stand on the page: those of the month, of its year, and for the public. */
const groupsOf = (month: string, monthName: string) =>
  [
    {
      id: 'files',
      title: `Fichiers, ${monthName}`,
      kinds: [
        'month',
        'trial_balance',
        'fec',
        'commission_vat',
        'vat_by_country',
        'payouts',
        'refunds',
        'disputes',
      ],
    },
    {
      id: 'declarations',
      title: `Déclarations, ${month.slice(0, 4)}`,
      kinds: ['dac7_sellers', 'dac7', 'dac7_correction', 'transparency'],
    },
  ] as const satisfies { id: string; title: string; kinds: FileKind[] }[];

const A_PAGE = 30;

/** The files of a page, newest first: a declaration may be handed in long after it was made. */
const filesQuery = (page: number) =>
  queryOptions({
    queryKey: [...FILES_KEY, page],
    queryFn: async ({ signal }): Promise<{ files: Kept[]; count: number }> => {
      const { supabase } = await loadClient();
      const { data, count } = await readFiles(supabase)
        .order('made_at', { ascending: false })
        .order('id')
        .range((page - 1) * A_PAGE, page * A_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { files: data, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
  });

interface Asked {
  kind: FileKind;
  format: 'csv' | 'pdf';
}

/** A file that tells who people are, and what opens it once it is known why. */
interface Opened {
  label: string;
  open: (reason: string) => Promise<unknown>;
}

const digestColumn = <Row extends { digest: string }>(): Column<Row> => ({
  key: 'digest',
  header: 'SHA-256',
  cell: ({ digest }) => (
    <span className="text-small text-muted" title={digest}>
      {digest.slice(0, 16)}…
    </span>
  ),
});

const columns = (onSave: (file: Kept) => void, onDeposit: (file: Kept) => void): Column<Kept>[] => [
  {
    key: 'name',
    header: 'Fichier',
    heading: true,
    cell: ({ name }) => <span className="font-medium break-all">{name}</span>,
  },
  { key: 'made', header: 'Fait le', cell: ({ made_at }) => at(made_at) },
  { key: 'author', header: 'Par', cell: ({ author }) => author ?? 'Compte supprimé' },
  digestColumn(),
  {
    key: 'deposit',
    header: 'Dépôt',
    cell: (file) =>
      file.deposit !== null ? (
        <span className="text-small text-settled">{file.deposit}</span>
      ) : isDeclaration(file.kind) ? (
        <Button size="sm" tone="quiet" onClick={() => onDeposit(file)}>
          Noter le dépôt<span className="sr-only">, {file.name}</span>
        </Button>
      ) : (
        <span className="text-muted">—</span>
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

const DOWNLOADS: Column<Download>[] = [
  {
    key: 'name',
    header: 'Fichier',
    heading: true,
    cell: ({ name }) => <span className="font-medium break-all">{name}</span>,
  },
  { key: 'at', header: 'Le', cell: ({ downloaded_at }) => at(downloaded_at) },
  { key: 'person', header: 'Par', cell: ({ person }) => person ?? 'Compte supprimé' },
  digestColumn(),
];

/** Making the files of a month and of its year, those that were made, and who took them along. */
export function ReportFiles({ month, monthName }: { month: string; monthName: string }) {
  const { params, hrefFor } = useAddress();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const list = useQuery(filesQuery(page));
  const downloads = useQuery(downloadsQuery);
  const [making, setMaking] = useState<string | null>(null);
  const [handedIn, setHandedIn] = useState<Kept | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const changes = [FILES_KEY, downloadsQuery.queryKey];
  const make = useAction(
    async ({ kind, format, ...why }: Asked & Why) => {
      const made = await callCommand(makeFile, { kind, month, format, ...why });
      await save(made.fileId, why);
      return made;
    },
    {
      changes,
      done: ({ name, leftOut }) => ({
        title: `${name} est prêt`,
        ...(leftOut > 0 && {
          description: `${plural(leftOut, 'vendeur n’y figure pas', 'vendeurs n’y figurent pas')}, faute d’identité : voyez « Vendeurs de l’année ».`,
        }),
      }),
    },
  );
  const saving = useAction(({ id, ...why }: { id: string } & Why) => save(id, why), { changes });
  const deposit = useCommand(recordDeposit, { changes: [FILES_KEY], done: 'Dépôt noté' });
  return (
    <>
      {groupsOf(month, monthName).map(({ id, title, kinds }) => (
        <section key={id} className="grid gap-4" aria-labelledby={id}>
          <h2 id={id} className="text-title">
            {title}
          </h2>
          <Card padded={false}>
            <ul className="divide-y divide-line">
              {kinds.map((kind) => {
                const label = FILE_LABELS[kind];
                return (
                  <li
                    key={kind}
                    className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-5 py-3"
                  >
                    <span className="grid min-w-0 grow basis-60 sm:basis-0">
                      <span className="font-medium">{label}</span>
                      <span className="text-small text-muted">{ABOUT[kind]}</span>
                    </span>
                    <span className="flex shrink-0 flex-wrap justify-end gap-2">
                      {(isPrinted(kind) ? (['csv', 'pdf'] as const) : (['csv'] as const)).map((format) => (
                        <Button
                          key={format}
                          size="sm"
                          loading={make.pending && making === `${kind} ${format}`}
                          onClick={() => {
                            setMaking(`${kind} ${format}`);
                            if (isSealed(kind))
                              setOpened({
                                label,
                                open: (reason) => make.run({ kind, format, reason }),
                              });
                            else make.press({ kind, format });
                          }}
                        >
                          {format === 'pdf' ? 'PDF' : 'Préparer'}
                          <span className="sr-only"> {label}</span>
                        </Button>
                      ))}
                    </span>
                  </li>
                );
              })}
            </ul>
          </Card>
        </section>
      ))}
      <section className="grid gap-4" aria-labelledby="history">
        <h2 id="history" className="text-title">
          Déjà préparés
        </h2>
        <Loaded
          query={list}
          failed="La liste des fichiers n’a pas pu être chargée"
          waiting={<Skeleton className="h-40" />}
        >
          {({ files, count }) =>
            count === 0 ? (
              <EmptyState
                title="Aucun fichier pour l’instant"
                description="Chaque fichier préparé reste ici tel qu’il a été fait, avec son auteur et son empreinte."
              />
            ) : (
              <>
                <Card padded={false}>
                  <Table
                    caption="Fichiers préparés"
                    columns={columns(
                      ({ id, kind, name }) =>
                        isSealed(kind)
                          ? setOpened({ label: name, open: (reason) => saving.run({ id, reason }) })
                          : saving.press({ id }),
                      setHandedIn,
                    )}
                    rows={files}
                    rowKey={({ id }) => id}
                  />
                </Card>
                <Pagination page={page} pageCount={Math.ceil(count / A_PAGE)} hrefFor={hrefFor} />
              </>
            )
          }
        </Loaded>
      </section>
      <section className="grid gap-4" aria-labelledby="downloads">
        <h2 id="downloads" className="text-title">
          Téléchargements
        </h2>
        <Loaded
          query={downloads}
          failed="Le journal des téléchargements n’a pas pu être chargé"
          waiting={<Skeleton className="h-40" />}
        >
          {(taken) =>
            taken.length === 0 ? (
              <p className="text-small text-muted">Personne n’a encore téléchargé de fichier.</p>
            ) : (
              <Card padded={false}>
                <Table
                  caption="Téléchargements"
                  columns={DOWNLOADS}
                  rows={taken}
                  rowKey={({ id }) => String(id)}
                />
              </Card>
            )
          }
        </Loaded>
      </section>
      {opened && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpened(null)}
          tone="spot"
          title="Ouvrir un fichier d’identités"
          description={opened.label}
          cost="Ce fichier contient des identités fiscales. Votre nom et votre raison sont notés dans le journal."
          confirmLabel="Télécharger"
          failure={errorText}
          reason={{ label: 'Pourquoi ?', requiredMessage: 'Indiquez une raison' }}
          onConfirm={async (reason) => {
            await opened.open(reason);
          }}
        />
      )}
      {handedIn && (
        <ConfirmDialog
          open
          onOpenChange={() => setHandedIn(null)}
          tone="spot"
          title="Noter le dépôt"
          description={handedIn.name}
          cost="Les prochaines déclarations de cette année compléteront ou corrigeront celle-ci. Ce dépôt ne s’efface pas."
          confirmLabel="Noter le dépôt"
          failure={errorText}
          reason={{
            label: 'Numéro du récépissé',
            hint: 'Tel que l’administration l’a donné.',
            requiredMessage: 'Indiquez le numéro du récépissé',
          }}
          onConfirm={async (reason) => {
            await deposit.run({ fileId: handedIn.id, reason });
          }}
        />
      )}
    </>
  );
}
