-- The books and the history of bookings are append-only; private.refuse_change says no. Deleting an account touches none
-- of them: what they name outlives it.
create or replace trigger append_only before update or delete on public.booking_events
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.booking_events
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.ledger_postings
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.ledger_postings
for each statement execute function private.refuse_change();
create or replace trigger append_only before update or delete on public.ledger_lines
for each row execute function private.refuse_change();
create or replace trigger append_only_truncate before truncate on public.ledger_lines
for each statement execute function private.refuse_change();
