-- The balance of each account of the ledger, debit positive. They sum to zero, which the page checks.
create or replace view public.admin_ledger_balances with (security_barrier) as
select l.account, sum(l.amount_cents)::bigint as amount_cents, count(*)::int as lines
from public.ledger_lines l
where (select private.is_of_team('{finance}')) or current_user = 'service_role'
group by l.account;

comment on view public.admin_ledger_balances is 'The balance of each account of the ledger, debit positive, for the admin. Together they are zero.';
