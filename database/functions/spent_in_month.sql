-- What somebody's payments of a calendar month in Paris come to: those that are open count, since they may still be paid, and what came back does not.
create or replace function private.spent_in_month(person uuid, at timestamptz) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::integer from public.payments p
  where p.viewer_id = person and p.state in ('open', 'authorised', 'captured')
    and p.created_at >= date_trunc('month', at at time zone 'Europe/Paris') at time zone 'Europe/Paris'
    and p.created_at < (date_trunc('month', at at time zone 'Europe/Paris') + interval '1 month') at time zone 'Europe/Paris'
$$;
revoke execute on function private.spent_in_month(uuid, timestamptz) from public;
grant execute on function private.spent_in_month(uuid, timestamptz) to service_role;

comment on function private.spent_in_month(uuid, timestamptz) is 'What somebody''s payments of a month come to, in cents.';
