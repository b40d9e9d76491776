import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { readFiscalIdentity } from '#product/books/documents-contract.ts';
import { DOCUMENT_KINDS, type DocumentKind, isCredit } from '#product/books/rules/document.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { DocumentButton } from '#web/entities/payment/document-button.tsx';
import {
  DOCUMENTS_KEY,
  DOCUMENTS_PAGE,
  documentFiltersOf,
  documentsQuery,
  identityRequestQuery,
  KIND_LABELS,
  statementPath,
} from '#web/entities/payment/documents.ts';
import { IdentityDialog } from '#web/features/documents/identity-dialog.tsx';
import { MandateDialog } from '#web/features/documents/mandate-dialog.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFewOnPhone } from '#web/ui/few-on-phone.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';

/** Documents bear the dates of Paris. */
const date = (instant: string) =>
  formatDay(instant, 'Europe/Paris', { weekday: false, month: 'short', year: true });

/** The streamer's declared fiscal identity, and their consent that Loge makes their invoices. */
const fiscalIdentityQuery = (userId: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, 'identity'],
    queryFn: () => callCommand(readFiscalIdentity, {}),
  });

/** Made out to the streamer, whose name a telephone need not repeat. */
const isOwn = (kind: DocumentKind): boolean => !kind.startsWith('session');

/** A telephone shows so many documents of a page at first. */
const FEW = 3;

type Seller = ResponseOf<typeof readFiscalIdentity>;
type Asked = { year: number; sessions: number; credited_cents: number; waits_from: string | null };

/** A streamer's invoices and credit notes, and what Loge needs to make them. */
export function DocumentsSection({ userId }: { userId: string }) {
  const seller = useQuery(fiscalIdentityQuery(userId));
  const asked = useQuery(identityRequestQuery(userId));
  return (
    <section className="mt-8 grid sm:mt-10 grid-cols-1 gap-4" aria-labelledby="documents">
      <h2 id="documents" className="text-title">
        Factures et avoirs
      </h2>
      {seller.isPending ? (
        <Skeleton className="h-28" />
      ) : seller.isError ? (
        <ErrorState
          title="Votre identité fiscale n’a pas pu être lue"
          onRetry={() => seller.refetch()}
          retrying={seller.isFetching}
        />
      ) : (
        <Needs seller={seller.data} asked={asked.data ?? null} />
      )}
      <DocumentList userId={userId} seller={seller.data} />
    </section>
  );
}

/** Identity and mandate: where each stands, and how to go on. */
function Needs({
  seller: { identity, mandateAcceptedAt, waiting },
  asked,
}: {
  seller: Seller;
  asked: Asked | null;
}) {
  const [open, setOpen] = useState<'identity' | 'mandate' | null>(null);
  const business = identity?.kind === 'business';
  const dialog = (which: 'identity' | 'mandate') => ({
    open: open === which,
    onOpenChange: (opened: boolean) => setOpen(opened ? which : null),
  });
  return (
    <Card>
      <div className="grid gap-4">
        {asked && (
          <p className="num text-small">
            <b>La loi nous demande qui vous êtes.</b> En {asked.year},{' '}
            {plural(asked.sessions, 'session vous a rapporté', 'sessions vous ont rapporté')}{' '}
            {formatMoney(asked.credited_cents)}. Au-delà de 25 sessions ou de 1 800 € dans l’année, nous
            devons connaître et déclarer qui nous payons.{' '}
            {asked.waits_from === null
              ? 'Sans réponse après deux rappels, vos versements attendront.'
              : `${Date.parse(asked.waits_from) > serverNow() ? 'Sans réponse, vos versements attendront à partir du' : 'Vos versements attendent depuis le'} ${date(asked.waits_from)}.`}
          </p>
        )}
        {waiting > 0 && (
          <p className="num text-small">
            <b>
              {plural(waiting, 'session payée attend sa facture', 'sessions payées attendent leurs factures')}
              .
            </b>
          </p>
        )}
        <ul className="grid gap-3">
          <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <StateDot className="whitespace-normal!" tone={identity && !asked ? 'settled' : 'spot'}>
              {identity && asked
                ? `Identité fiscale ${ofName(identity.legalName)} : date de naissance et numéro fiscal à ajouter`
                : identity
                  ? `Identité fiscale : ${identity.legalName}${business ? '' : ', sans facture en particulier'}`
                  : 'Identité fiscale à compléter'}
            </StateDot>
            <Button size="sm" onClick={() => setOpen('identity')}>
              {identity && !asked ? 'Modifier l’identité fiscale' : 'Compléter l’identité fiscale'}
            </Button>
          </li>
          <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <StateDot
              className="whitespace-normal!"
              tone={mandateAcceptedAt ? 'settled' : business ? 'spot' : 'neutral'}
            >
              {mandateAcceptedAt
                ? `Mandat de facturation accepté le ${date(mandateAcceptedAt)}`
                : business
                  ? 'Mandat de facturation à accepter'
                  : 'Mandat de facturation : après l’identité d’une entreprise'}
            </StateDot>
            {(business || mandateAcceptedAt) && (
              <Button size="sm" onClick={() => setOpen('mandate')}>
                {mandateAcceptedAt ? 'Relire le mandat' : 'Lire et accepter le mandat'}
              </Button>
            )}
          </li>
        </ul>
      </div>
      <IdentityDialog {...dialog('identity')} identity={identity} asked={asked !== null} />
      <MandateDialog {...dialog('mandate')} acceptedAt={mandateAcceptedAt} />
    </Card>
  );
}

/** Why there is nothing yet, and what is needed. */
function whyNone(seller: Seller | undefined, filtered: boolean): { title: string; description: string } {
  if (filtered)
    return {
      title: 'Aucun document ne correspond',
      description: 'Changez le numéro, le type ou l’année pour en voir d’autres.',
    };
  const none = (description: string) => ({ title: 'Aucune facture', description });
  if (seller?.identity?.kind === 'individual')
    return none('Sans SIREN, Loge ne peut pas faire de facture à votre nom : vos viewers ont un reçu.');
  if (!seller?.identity || !seller.mandateAcceptedAt)
    return none(
      'Complétez votre identité fiscale puis acceptez le mandat : Loge fera une facture pour chaque session payée, celles qui sont passées comprises.',
    );
  return none(
    'La première sera faite après votre prochaine session payée, la commission au début du mois suivant.',
  );
}

function DocumentList({ userId, seller }: { userId: string; seller: Seller | undefined }) {
  const { params, change } = useAddress();
  const filters = documentFiltersOf(params);
  const list = useQuery(documentsQuery(userId, filters));
  // Another list of this page has a page of its own, which stays.
  const filter = (name: string, value: string) =>
    change({ page: params.get('page'), documents: null, [name]: value || null });
  const hrefFor = (page: number) => {
    const next = new URLSearchParams(params);
    next.set('documents', String(page));
    return `?${next}`;
  };
  /** The way of the money that a document is about, over this page as it is. */
  const wayOf = (bookingId: string) => {
    const next = new URLSearchParams(params);
    next.delete('session');
    next.set('seat', bookingId);
    return `?${next}`;
  };
  const filtered = filters.search !== '' || filters.kind !== null || filters.year !== null;
  const count = list.data?.count ?? 0;
  const rows = list.data?.rows ?? [];
  const short = useFewOnPhone(rows.length, FEW, 'documents');
  const thisYear = new Date(serverNow()).getFullYear();
  const firstYear = list.data?.firstYear ?? thisYear;
  const years = Array.from({ length: Math.max(1, thisYear - firstYear + 1) }, (_, at) =>
    String(thisYear - at),
  );
  if (list.isError)
    return (
      <ErrorState
        title="Vos documents n’ont pas pu être chargés"
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  return (
    <>
      {(filtered || count > 0) && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_12rem]">
          <SearchInput
            key={filters.search}
            label="Chercher un numéro"
            placeholder="Numéro, comme 2026-0004"
            initialValue={filters.search}
            onSearch={(text) => filter('document', text)}
            className="max-sm:col-span-2"
          />
          <Select
            aria-label="Type de document"
            placeholder="Tous les types"
            options={DOCUMENT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
            value={filters.kind ?? ''}
            onChange={(event) => filter('kind', event.target.value)}
          />
          <Select
            aria-label="Année"
            placeholder="Toutes les années"
            options={years.map((value) => ({ value, label: value }))}
            value={filters.year === null ? '' : String(filters.year)}
            onChange={(event) => filter('year', event.target.value)}
          />
        </div>
      )}
      <Card padded={false}>
        <Table
          caption="Factures et avoirs"
          lines
          rows={rows}
          rowClass={short.classOf}
          rowKey={({ id }) => id}
          loadingRows={list.isPending ? 4 : undefined}
          refreshing={list.isPlaceholderData}
          empty={<EmptyState icon={<FileText />} {...whyNone(seller, filtered)} />}
          columns={[
            {
              key: 'reference',
              header: 'Numéro',
              heading: true,
              place: 'start',
              cell: ({ reference, booking_id }) =>
                booking_id === null ? (
                  <span className="num font-semibold">{reference}</span>
                ) : (
                  <TextLink
                    to={wayOf(booking_id)}
                    preventScrollReset
                    aria-label={`${reference}, où est cet argent`}
                    className="num -my-2.5 inline-flex min-h-11 items-center font-semibold"
                  >
                    {reference}
                  </TextLink>
                ),
            },
            {
              key: 'kind',
              header: 'Type',
              cell: ({ kind, period_first }) =>
                kind === 'yearly_statement' ? (
                  <TextLink to={statementPath(Number(period_first.slice(0, 4)))}>
                    {KIND_LABELS[kind]} {period_first.slice(0, 4)}
                  </TextLink>
                ) : (
                  KIND_LABELS[kind]
                ),
            },
            { key: 'date', header: 'Date', cell: ({ issued_at }) => date(issued_at) },
            {
              key: 'person',
              header: 'Client',
              place: 'below',
              cell: ({ buyer_name, issued_at, kind }) => (
                <>
                  <span className={isOwn(kind) ? 'max-md:hidden' : undefined}>{buyer_name}</span>
                  <span className="md:hidden">
                    {isOwn(kind) ? '' : ' · '}
                    {KIND_LABELS[kind]} · {date(issued_at)}
                  </span>
                </>
              ),
            },
            {
              key: 'amount',
              header: 'Montant',
              align: 'end',
              place: 'end',
              cell: ({ kind, total_cents }) => `${isCredit(kind) ? '−' : ''}${formatMoney(total_cents)}`,
            },
            {
              key: 'file',
              header: 'Fichier',
              place: 'below-end',
              cell: (row) => (
                <span className="-m-3 inline-flex max-md:-my-2">
                  <DocumentButton document={row} label="PDF" />
                </span>
              ),
            },
          ]}
        />
      </Card>
      {short.button}
      {count > DOCUMENTS_PAGE && (
        <Pagination
          page={filters.page}
          pageCount={Math.ceil(count / DOCUMENTS_PAGE)}
          hrefFor={hrefFor}
          summary={plural(count, 'document', 'documents')}
        />
      )}
    </>
  );
}
