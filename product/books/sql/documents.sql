-- Read by the streamer who issues or receives them, by the viewer who receives them, once they
-- showed the second factor that they have, and by admins. The bytes are served by the server.
alter table public.documents enable row level security;
revoke all on public.documents from public, anon, authenticated, service_role;
grant select (id, year, number, reference, kind, issued_at, streamer_id, viewer_id, booking_id, corrects, period_first, buyer_name, label,
  net_cents, vat_cents, total_cents, digest, chain) on public.documents to authenticated;
grant select on public.documents to service_role;

drop policy if exists documents_read on public.documents;
create policy documents_read on public.documents for select to authenticated
using (((streamer_id = (select auth.uid()) or viewer_id = (select auth.uid())) and (select private.has_shown_factor()))
  or (select private.is_of_team('{finance}')));

drop policy if exists documents_not_by_another on public.documents;
create policy documents_not_by_another on public.documents as restrictive for select to authenticated using (not (select private.another_looks()));

revoke all on private.document_series from public, anon, authenticated, service_role;

revoke all on private.due_documents from public, anon, authenticated, service_role;

-- Gives a document the number that its own transaction took from the series, and its place in the
-- series' hash chain. A series advances by one, and only together with its document, so it has no
-- gaps even when a process dies.
create or replace function private.number_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  previous bytea;
begin
  select s.chain into previous from private.document_series s
  where s.issuer = new.issuer and s.year = new.year and s.last = new.number for update;
  if not found then
    raise exception 'document % does not follow the last of its series', new.reference using errcode = 'LG003';
  end if;
  new.chain := sha256(previous || convert_to(new.reference, 'UTF8') || sha256(new.pdf));
  update private.document_series set chain = new.chain where issuer = new.issuer and year = new.year;
  return new;
end
$$;
revoke execute on function private.number_document() from public;

create or replace trigger number_document before insert on public.documents
for each row execute function private.number_document();
comment on trigger number_document on public.documents is 'A document follows the last of its series.';

create or replace function private.keep_document_series() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.last <> (case when tg_op = 'INSERT' then 1 else old.last + 1 end) then
    raise exception 'the series of % would jump to %', new.issuer, new.last using errcode = 'LG003';
  end if;
  if not exists (select from public.documents d where d.issuer = new.issuer and d.year = new.year and d.number = new.last) then
    raise exception 'number % of % has no document', new.last, new.issuer using errcode = 'LG003';
  end if;
  return null;
end
$$;
revoke execute on function private.keep_document_series() from public;

do $$
begin
  if not exists (select from pg_trigger where tgname = 'keep_document_series_begun' and tgrelid = 'private.document_series'::regclass) then
    create constraint trigger keep_document_series_begun after insert on private.document_series deferrable initially deferred
    for each row execute function private.keep_document_series();
    create constraint trigger keep_document_series after update of last on private.document_series deferrable initially deferred
    for each row execute function private.keep_document_series();
  end if;
end
$$;
comment on trigger keep_document_series_begun on private.document_series is 'A series of documents has no gap when the transaction commits.';
comment on trigger keep_document_series on private.document_series is 'A series of documents has no gap when the transaction commits.';

-- A movement of a payment in the books may require a document.
create or replace function private.mark_due_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.due_documents (booking_id, streamer_id, look_at)
  select p.booking_id, p.streamer_id, new.at from public.payments p where p.id = new.payment_id
  on conflict (booking_id) do update set look_at = excluded.look_at;
  return null;
end
$$;
revoke execute on function private.mark_due_documents() from public;

comment on function private.number_document() is 'Gives a document its place in the chain, and refuses a number that does not follow.';
comment on function private.keep_document_series() is 'Refuses a series that jumps, or a number without a document, when its transaction commits.';
comment on function private.mark_due_documents() is 'Has the documents of a booking looked at when the books move one of its payments.';

create or replace trigger append_only before update or delete on public.documents
for each row execute function private.refuse_change();
comment on trigger append_only on public.documents is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.documents
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.documents is 'Append-only: what was written stays.';
create or replace trigger append_only before delete on private.document_series
for each row execute function private.refuse_change();
comment on trigger append_only on private.document_series is 'Append-only: what was written stays.';
