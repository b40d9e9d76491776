alter table public.support_answers enable row level security;
revoke all on public.support_answers from public, anon, authenticated, service_role;
grant select (id, title, body, created_at), insert (title, body), update (title, body), delete on public.support_answers to authenticated;
grant select, insert, update, delete on public.support_answers to service_role;
drop policy if exists support_answers_of_team on public.support_answers;
create policy support_answers_of_team on public.support_answers for all to authenticated
using ((select private.is_of_team('{support}'))) with check ((select private.is_of_team('{support}')));
