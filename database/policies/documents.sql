-- Read by the streamer who issues or receives them, by the viewer who receives them, once they showed the second factor that they have,
-- and by admins. The bytes are served by the server.
alter table public.documents enable row level security;
revoke all on public.documents from public, anon, authenticated, service_role;
grant select (id, year, number, reference, kind, issued_at, streamer_id, viewer_id, booking_id, corrects, period_first, buyer_name, label,
  net_cents, vat_cents, total_cents, digest, chain) on public.documents to authenticated;
grant select on public.documents to service_role;

drop policy if exists documents_read on public.documents;
create policy documents_read on public.documents for select to authenticated
using (((streamer_id = (select auth.uid()) or viewer_id = (select auth.uid())) and (select private.has_shown_factor()))
  or (select private.is_of_team('{finance}')));

-- The streamer's own, and admins.
alter table public.billing_mandates enable row level security;
revoke all on public.billing_mandates from public, anon, authenticated, service_role;
grant select (streamer_id, accepted_at, version) on public.billing_mandates to authenticated;
grant select on public.billing_mandates to service_role;

drop policy if exists billing_mandates_read on public.billing_mandates;
create policy billing_mandates_read on public.billing_mandates for select to authenticated
using (streamer_id = (select auth.uid()) or (select private.is_of_team('{finance}')));

-- The server's own: no client reaches these.
revoke all on private.fiscal_identities, private.document_series, private.due_documents from public, anon, authenticated, service_role;
