import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DOCUMENT_KINDS, type DocumentKind } from '#product/books/rules/document.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient, PAST_THE_END, searchPatterns } from '#web/lib/supabase/load.ts';

export const DOCUMENTS_KEY = ['documents'] as const;
export const DOCUMENTS_PAGE = 8;

const COLUMNS = 'id,reference,kind,year,issued_at,booking_id,period_first,buyer_name,label,total_cents';
const read = (supabase: LogeSupabase) => supabase.from('documents').select(COLUMNS, { count: 'exact' });

/** An invoice or a credit note as lists show it. Cents. */
export type IssuedDocument = QueryData<ReturnType<typeof read>>[number];

export const KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  session_invoice: 'Facture',
  session_credit: 'Avoir',
  commission_invoice: 'Commission de Loge',
  commission_credit: 'Avoir de commission',
  yearly_statement: 'Relevé annuel',
};

export interface DocumentFilters {
  /** Part of a number. */
  search: string;
  kind: DocumentKind | null;
  year: number | null;
  page: number;
}

/** Reads the filters from the address; any other value there is no filter. */
export const documentFiltersOf = (params: URLSearchParams): DocumentFilters => ({
  search: params.get('document') ?? '',
  kind: DOCUMENT_KINDS.find((kind) => kind === params.get('kind')) ?? null,
  year: /^\d{4}$/.test(params.get('year') ?? '') ? Number(params.get('year')) : null,
  page: Math.max(1, Math.trunc(Number(params.get('documents'))) || 1),
});

/** A page of a streamer's documents, latest first, and the year of the first of all. */
export const documentsQuery = (userId: string, filters: DocumentFilters) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, filters],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const from = (filters.page - 1) * DOCUMENTS_PAGE;
      let wanted = read(supabase).eq('streamer_id', userId);
      for (const pattern of searchPatterns(filters.search)) wanted = wanted.ilike('reference', pattern);
      if (filters.kind !== null) wanted = wanted.eq('kind', filters.kind);
      if (filters.year !== null) wanted = wanted.eq('year', filters.year);
      const [list, first] = await Promise.all([
        wanted
          .order('issued_at', { ascending: false })
          .order('number', { ascending: false })
          .order('id')
          .range(from, from + DOCUMENTS_PAGE - 1)
          .abortSignal(signal),
        supabase
          .from('documents')
          .select('year')
          .eq('streamer_id', userId)
          .order('issued_at')
          .limit(1)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
      ]);
      if (list.error && list.error.code !== PAST_THE_END) throw list.error;
      return { rows: list.data ?? [], count: list.count ?? 0, firstYear: first.data?.year ?? null };
    },
  });

/** The documents of some sessions that the reader may see, in the order in which they were made. */
export const documentsOfSessionsQuery = (bookingIds: readonly string[]) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, 'sessions', bookingIds],
    enabled: bookingIds.length > 0,
    queryFn: async ({ signal }): Promise<IssuedDocument[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .in('booking_id', [...new Set(bookingIds)])
        .order('issued_at')
        .order('reference')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** The statement of a year, and its quarters; null while there is none. */
export const statementQuery = (userId: string, year: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, 'statement', year],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('documents')
        .select(`${COLUMNS},statement_quarters(quarter,sessions,credited_cents,fee_cents)`)
        .eq('kind', 'yearly_statement')
        .eq('streamer_id', userId)
        .eq('period_first', `${year}-01-01`)
        .order('quarter', { referencedTable: 'statement_quarters' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** All yearly statements of a streamer, the latest first. */
export const statementsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, 'statements'],
    queryFn: async ({ signal }): Promise<IssuedDocument[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .eq('kind', 'yearly_statement')
        .eq('streamer_id', userId)
        .order('period_first', { ascending: false })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

export const statementPath = (year: number): string => `/streamer-dashboard/earnings/statements/${year}`;

/** The open request to a streamer to prove who they are; null when there is none. */
export const identityRequestQuery = (userId: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS_KEY, userId, 'request'],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('identity_requests')
        .select('year,sessions,credited_cents,asked_at,reminded_at,waits_from')
        .eq('streamer_id', userId)
        .is('completed_at', null)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

/** Where the streamer says who they are. */
export const IDENTITY_PATH = '/streamer-dashboard/earnings#documents';

/**
 * Hands a document to the browser as a file. It is behind the login, hence not a plain link.
 * @throws Error when it could not be had
 */
export async function downloadDocument({ id, reference }: Pick<IssuedDocument, 'id' | 'reference'>) {
  const { supabase } = await loadClient();
  const { data } = await supabase.auth.getSession();
  const { supabaseUrl, publishableKey } = readPageConfig();
  const response = await fetch(`${new URL(supabaseUrl).origin}/documents/${id}.pdf`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  if (!response.ok) throw new Error(`the document answered ${String(response.status)}`);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${reference}.pdf`;
  link.click();
  URL.revokeObjectURL(address);
}
