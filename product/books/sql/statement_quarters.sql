-- As the statement that they belong to: the streamer's own, and admins.
alter table public.statement_quarters enable row level security;
revoke all on public.statement_quarters from public, anon, authenticated, service_role;
grant select (document_id, quarter, sessions, credited_cents, fee_cents) on public.statement_quarters to authenticated;
grant select on public.statement_quarters to service_role;

drop policy if exists statement_quarters_read on public.statement_quarters;
create policy statement_quarters_read on public.statement_quarters for select to authenticated
using (exists (select from public.documents d where d.id = document_id));

drop policy if exists statement_quarters_not_by_another on public.statement_quarters;
create policy statement_quarters_not_by_another on public.statement_quarters as restrictive for select to authenticated using (not (select private.another_looks()));

-- A streamer's credits in each quarter of a year of Paris, from the lines of the ledger: what
-- became available to them, less what was taken back of it. The commission counts with the money
-- that it was taken from: when that was released, or later when it changed after.
create or replace function private.credited_quarters(streamer uuid, in_year integer)
returns table (quarter integer, sessions integer, credited_cents bigint, fee_cents bigint)
language sql stable set search_path = '' as $$
  with quarters as (
    select n as quarter, (make_date(in_year, 1, 1) + make_interval(months => 3 * (n - 1))) at time zone 'Europe/Paris' as first,
      (make_date(in_year, 1, 1) + make_interval(months => 3 * n)) at time zone 'Europe/Paris' as after
    from generate_series(1, 4) n
  ), own as (
    select m.payment_id, b.session_id from public.payment_balances m join public.bookings b on b.id = m.booking_id where m.streamer_id = streamer
  ), released as (
    select o.payment_id, min(g.at) as at from own o join public.ledger_postings g on g.payment_id = o.payment_id
    join public.ledger_lines l on l.posting_id = g.id and l.account = 'streamer_available' group by o.payment_id
  ), moves as (
    select o.session_id, case l.account when 'streamer_available' then g.at else greatest(g.at, r.at) end as at,
      case l.account when 'streamer_available' then -l.amount_cents else 0 end as credited,
      case l.account when 'platform_fees' then -l.amount_cents else 0 end as fee
    from own o join released r on r.payment_id = o.payment_id
    join public.ledger_postings g on g.payment_id = o.payment_id
    join public.ledger_lines l on l.posting_id = g.id and l.account in ('streamer_available', 'platform_fees')
  ), firsts as (
    select m.session_id, min(m.at) as at from moves m
    where m.credited > 0 and m.at >= (select min(q.first) from quarters q) and m.at < (select max(q.after) from quarters q)
    group by m.session_id
  )
  select q.quarter, (select count(*) from firsts f where f.at >= q.first and f.at < q.after)::integer,
    coalesce(sum(m.credited), 0)::bigint, coalesce(sum(m.fee), 0)::bigint
  from quarters q left join moves m on m.at >= q.first and m.at < q.after
  group by q.quarter, q.first, q.after order by q.quarter
$$;
revoke execute on function private.credited_quarters(uuid, integer) from public;
comment on function private.credited_quarters(uuid, integer) is 'What a streamer was credited in each quarter of a year, and Loge''s commission on it, from the ledger.';

create or replace trigger append_only before update or delete on public.statement_quarters
for each row execute function private.refuse_change();
comment on trigger append_only on public.statement_quarters is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.statement_quarters
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.statement_quarters is 'Append-only: what was written stays.';
