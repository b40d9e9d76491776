-- Which orders of a payment wait for each other: those about the viewer's money, those about the streamer's share, answers to banks.
create or replace function private.order_queue(kind text) returns text
language sql immutable set search_path = '' as $$
  select case when kind in ('reverse_transfer', 'transfer') then 'share' when kind in ('contest_dispute', 'accept_dispute') then 'answer'
    else 'payment' end
$$;
revoke execute on function private.order_queue(text) from public;
grant execute on function private.order_queue(text) to service_role;
comment on function private.order_queue(text) is 'Which orders of a payment wait for each other: payment, share or answer.';
