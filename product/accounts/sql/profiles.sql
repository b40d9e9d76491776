-- The people: profiles, decisions about them, and the audit log.

comment on table public.profiles is
  'A person with an account: the name, the picture and the role that decides which pages they have. Made with the account.';
comment on column public.profiles.id is 'The account (auth.users.id).';
comment on column public.profiles.role is 'viewer, streamer or admin. No client may change it.';
comment on column public.profiles.first_name is 'As told at sign-up; null when it was not.';
comment on column public.profiles.last_name is 'As told at sign-up; shown to others as an initial only.';
comment on column public.profiles.avatar_url is 'Address of the picture, on this site or https.';
comment on column public.profiles.created_at is 'When the account was made.';
comment on column public.profiles.updated_at is 'Last change; kept by a trigger.';

-- A person reads their own profile, may insert it where it is missing, and may change their names
-- and picture; admins read all. Nobody deletes here: a profile goes with its account. The role has
-- no grant to be changed, which is a command; in a new row a trigger gives it.
alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated, service_role;
grant select (id, role, first_name, last_name, avatar_url, created_at, updated_at) on public.profiles to authenticated;
grant insert (id, role, first_name, last_name, avatar_url) on public.profiles to authenticated;
grant update (first_name, last_name, avatar_url) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

drop policy if exists profiles_read_own on public.profiles;
create policy profiles_read_own on public.profiles for select to authenticated
using (id = (select auth.uid()));

drop policy if exists profiles_read_as_admin on public.profiles;
create policy profiles_read_as_admin on public.profiles for select to authenticated
using ((select private.is_admin()));

drop policy if exists profiles_insert_own on public.profiles;
create policy profiles_insert_own on public.profiles for insert to authenticated with check (id = (select auth.uid()));

drop policy if exists profiles_update_own on public.profiles;
create policy profiles_update_own on public.profiles for update to authenticated
using (id = (select auth.uid())) with check (id = (select auth.uid()));

comment on table private.profile_searches is 'What the admin pages search and sort people by. Derived from profiles by a trigger.';
comment on column private.profile_searches.person_id is 'The person.';
comment on column private.profile_searches.names is 'First and last name, lower case and without accents.';
comment on column private.profile_searches.sort_names is 'Last name first, folded in the same way.';

-- Read by the admin views with their owner's rights; no client has a grant.
alter table private.profile_searches enable row level security;
revoke all on private.profile_searches from public, anon, authenticated, service_role;

comment on table private.deployments is 'How this installation is set up, for functions that cannot read its environment. One row.';
comment on column private.deployments.singleton is 'Always true: there is one row.';
comment on column private.deployments.admin_mfa is 'required: admins act only with a second factor; optional: with the one they have.';
comment on column private.deployments.admin_signup is 'open: choosing the role admin at sign-up makes an admin; approval: it makes a request.';

-- Written at boot, read by the sign-up trigger, both with the owner's rights. No client has a
-- grant.
alter table private.deployments enable row level security;
revoke all on private.deployments from public, anon, authenticated, service_role;

-- How a person's name is shown to people they meet: the first name and the initial of the last
-- name. The initial is a capital even where the last name begins with a particle in lower case, in
-- whatever letters the database's locale knows. Null when the person gave neither name.
create or replace function private.abbreviated_name(first_name text, last_name text) returns text
language sql immutable set search_path = '' as $$
  select nullif(trim(concat_ws(' ', first_name,
    upper(translate(left(nullif(last_name, ''), 1), 'àâäáãåæçèéêëìíîïñòóôõöøœùúûüýÿ', 'ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØŒÙÚÛÜÝŸ')) || '.')), '')
$$;
revoke execute on function private.abbreviated_name(text, text) from public;
grant execute on function private.abbreviated_name(text, text) to anon, authenticated, service_role;

comment on function private.abbreviated_name(text, text) is 'How a person is shown to people they meet: the first name and the initial of the last.';

create or replace function private.is_plain_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 2 and 80 and name !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe-\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]' and normalize(name, NFKC) !~ '://|[^ .。][.。][^ .。]{2}'
$$;
revoke execute on function private.is_plain_name(text) from public;
comment on function private.is_plain_name(text) is 'Whether a given name passes the checks of a profile.';

-- Gives every account a profile from the start, made from what the person gave at sign-up. That
-- input is not trusted: names that the table would refuse are left out instead of refusing the
-- account, since other clients sign up with other metadata.
create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := new.raw_user_meta_data ->> 'role';
  first_name text := trim(new.raw_user_meta_data ->> 'first_name');
  last_name text := trim(new.raw_user_meta_data ->> 'last_name');
begin
  if not private.is_plain_name(first_name) then first_name := null; end if;
  if not private.is_plain_name(last_name) then last_name := null; end if;
  if private.role_at_sign_up(wanted) is distinct from 'admin' and private.sounds_like_the_team(concat_ws(' ', first_name, last_name)) then
    first_name := null;
    last_name := null;
  end if;
  insert into public.profiles (id, role, first_name, last_name, created_at, updated_at)
  values (
    new.id, private.role_at_sign_up(wanted), first_name, last_name, new.created_at, new.created_at
  );
  perform private.keep_wish_for_admin(new.id, wanted);
  -- The form says that who signs up accepts the conditions of use.
  perform private.accept_text(new.id, 'cgu', new.created_at);
  return new;
end
$$;
revoke execute on function private.create_profile() from public;

create or replace trigger create_profile after insert on auth.users
for each row execute function private.create_profile();
comment on trigger create_profile on auth.users is 'Each account has a profile from its first instant.';

comment on function private.create_profile() is 'Makes the profile of a new account from what the person gave at sign-up.';

-- Nobody is called as if they were Loge's team, which is. What somebody was called before this rule
-- stays until they change it.
create or replace function private.refuse_person_of_the_team() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.role is distinct from 'admin'
    and (tg_op = 'INSERT' or (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name))
    and private.sounds_like_the_team(concat_ws(' ', new.first_name, new.last_name)) then
    raise check_violation using message = 'this name says that it is Loge''s team', constraint = 'profiles_name_team_check';
  end if;
  return new;
end
$$;
revoke execute on function private.refuse_person_of_the_team() from public;
comment on function private.refuse_person_of_the_team() is 'Refuses a person who is called as if they were of Loge''s team.';

create or replace trigger refuse_person_of_the_team before insert or update of first_name, last_name on public.profiles
for each row execute function private.refuse_person_of_the_team();
comment on trigger refuse_person_of_the_team on public.profiles is 'Nobody is called as if they were of Loge''s team.';

create or replace trigger create_streamer after insert or update of role on public.profiles
for each row execute function private.create_streamer();
comment on trigger create_streamer on public.profiles is 'A person who becomes a streamer gets a page.';

-- A person who has no profile makes their own through `/rest/v1/profiles`. The role is the one that
-- sign-up would give for the same wish; a row that says none has the wish of the account's sign-up.
-- Others write profiles as they are.
create or replace function private.give_role_of_own_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wanted text := coalesce(new.role, (select u.raw_user_meta_data ->> 'role' from auth.users u where u.id = new.id));
begin
  if (select auth.uid()) is distinct from new.id then return new; end if;
  new.role := private.role_at_sign_up(wanted);
  perform set_config('loge.wished_role', coalesce(wanted, ''), true);
  return new;
end
$$;
revoke execute on function private.give_role_of_own_profile() from public;

create or replace trigger give_role_of_own_profile before insert on public.profiles
for each row execute function private.give_role_of_own_profile();

create or replace function private.keep_wish_of_own_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not distinct from new.id then
    perform private.keep_wish_for_admin(new.id, current_setting('loge.wished_role', true));
  end if;
  return null;
end
$$;
revoke execute on function private.keep_wish_of_own_profile() from public;

-- By its name after keep_team_roles_of_new, which gives the row that this one widens.
create or replace trigger keep_wish_of_own_profile after insert on public.profiles
for each row execute function private.keep_wish_of_own_profile();

comment on function private.give_role_of_own_profile() is 'Gives a profile that its person inserts the role that sign-up would give.';
comment on function private.keep_wish_of_own_profile() is 'Keeps the wish to be an admin of who inserts their own profile.';
comment on trigger give_role_of_own_profile on public.profiles is 'A person’s own row has the role that sign-up would give.';
comment on trigger keep_wish_of_own_profile on public.profiles is 'A person’s own row may be a request to be an admin.';

create or replace trigger keep_streamer_avatar after update of avatar_url on public.profiles
for each row execute function private.keep_streamer_avatar();
comment on trigger keep_streamer_avatar on public.profiles is 'The public page shows the picture of the profile.';

create or replace trigger keep_team_roles_of_new after insert on public.profiles
for each row when (new.role = 'admin') execute function private.keep_team_roles();
create or replace trigger keep_team_roles after update of role on public.profiles
for each row when (new.role is distinct from old.role) execute function private.keep_team_roles();
comment on trigger keep_team_roles_of_new on public.profiles is 'Each admin has a role within the team.';
comment on trigger keep_team_roles on public.profiles is 'Each admin has a role within the team, and nobody else.';

-- Applies the request to be an admin, once the profile is there: an admin at once may do all in the
-- team; another has asked.
create or replace function private.keep_wish_for_admin(person uuid, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if wanted is distinct from 'admin' then return; end if;
  update public.team_roles t set role = 'all'
  from public.profiles p where t.person_id = person and p.id = person and p.role = 'admin';
  insert into public.admin_requests (person_id)
  select p.id from public.profiles p where p.id = person and p.role is distinct from 'admin'
  on conflict do nothing;
end
$$;
revoke execute on function private.keep_wish_for_admin(uuid, text) from public;
grant execute on function private.keep_wish_for_admin(uuid, text) to service_role;

comment on function private.keep_wish_for_admin(uuid, text) is 'Gives a new admin all of the team, or keeps the request of who wished to be one.';

create or replace trigger refuse_minor_role before update of role on public.profiles
for each row execute function private.refuse_minor_role();
comment on trigger refuse_minor_role on public.profiles is 'Streamers and the team are adults.';

create or replace trigger refuse_missing_picture before update of avatar_url on public.profiles
for each row execute function private.refuse_missing_picture('avatar_url', 'avatars');
create or replace trigger refuse_missing_picture_of_new before insert on public.profiles
for each row when (new.avatar_url is not null) execute function private.refuse_missing_picture('avatar_url', 'avatars');
comment on trigger refuse_missing_picture on public.profiles is 'A person’s photo is one of theirs that is there.';
comment on trigger refuse_missing_picture_of_new on public.profiles is 'The photo in a row that a person inserts is one of theirs that is there.';

-- The role that a wish gives at sign-up. An unknown one is left out instead of refusing the
-- account, since other clients sign up with other metadata. The role admin is given only where this
-- deployment allows it; elsewhere the person becomes a viewer, and an admin decides.
create or replace function private.role_at_sign_up(wanted text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when wanted = 'admin' then case when exists (select from private.deployments d where d.admin_signup = 'open') then 'admin' else 'viewer' end
    when wanted in ('viewer', 'streamer') then wanted
  end
$$;
revoke execute on function private.role_at_sign_up(text) from public;
grant execute on function private.role_at_sign_up(text) to service_role;

comment on function private.role_at_sign_up(text) is 'The role that a wish gives at sign-up; null for a wish that is no role.';

-- Text as people search it: lower case, without accents. `searchText` in product/accounts/rules
-- does the same to what is typed. Lower case by Unicode, whatever the database's own locale is.
-- After a change touch search_text_of_profiles too.
create or replace function private.search_text(text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(replace(translate(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
    'øł', 'ol'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss')
$$;
revoke execute on function private.search_text(text) from public;
-- The admin views fold the searched text with this function, and a view's functions run with the
-- rights of the person who queries it.
grant execute on function private.search_text(text) to authenticated, service_role;

comment on function private.search_text(text) is 'Text as people search it: lower case, without accents.';

-- Keeps private.profile_searches in step with the names and the address, and folds all of them
-- again whenever this file runs.
create or replace function private.keep_profile_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.profile_searches (person_id, names, sort_names, email) values (
    new.id,
    private.search_text(concat_ws(' ', new.first_name, new.last_name)),
    private.search_text(concat_ws(' ', new.last_name, new.first_name)),
    coalesce((select lower(u.email) from auth.users u where u.id = new.id), '')
  )
  on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names;
  return null;
end
$$;
revoke execute on function private.keep_profile_search() from public;

create or replace trigger keep_profile_search after insert or update of first_name, last_name on public.profiles
for each row execute function private.keep_profile_search();
comment on trigger keep_profile_search on public.profiles is 'The search follows the names.';

create or replace function private.keep_searched_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.profile_searches set email = lower(coalesce(new.email, '')) where person_id = new.id;
  return null;
end
$$;
revoke execute on function private.keep_searched_address() from public;

create or replace trigger keep_searched_address after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.keep_searched_address();
comment on trigger keep_searched_address on auth.users is 'The search follows the address.';

insert into private.profile_searches (person_id, names, sort_names, email)
select p.id, private.search_text(concat_ws(' ', p.first_name, p.last_name)),
  private.search_text(concat_ws(' ', p.last_name, p.first_name)), lower(coalesce(u.email, ''))
from public.profiles p join auth.users u on u.id = p.id
on conflict (person_id) do update set names = excluded.names, sort_names = excluded.sort_names, email = excluded.email;

comment on function private.keep_profile_search() is 'Keeps private.profile_searches in step with the names.';
comment on function private.keep_searched_address() is 'Keeps private.profile_searches in step with the address of the account.';

create or replace trigger touch_updated_at before update on public.profiles
for each row execute function private.touch_updated_at();
comment on trigger touch_updated_at on public.profiles is 'updated_at follows every change.';

-- The people as the admin page lists them: profile, account and the state that follows from both.
-- It reads with its owner's rights, since auth.users is closed to clients, and is empty for
-- everybody who is not an admin; `security_barrier` keeps the caller's filters from seeing a row
-- before that check. `search` is folded in the same way as `searchText` in product/accounts/rules
-- folds what is typed.
create or replace view public.admin_people with (security_barrier) as
select
  p.id,
  u.email,
  p.first_name,
  p.last_name,
  p.avatar_url,
  p.role,
  case
    when u.banned_until > now() then 'suspended'
    when d.person_id is not null then 'deletion_pending'
    when u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous then 'unconfirmed'
    else 'active'
  end as state,
  p.created_at,
  u.last_sign_in_at,
  s.created_at as suspended_at,
  s.until as suspended_until,
  case when r.may_read then s.reason end as suspension_reason,
  d.deletes_at,
  concat_ws(' ', f.names, u.email) as search,
  f.sort_names as sort_name,
  (select count(*)::int from public.bookings b where (b.viewer_id = p.id or b.streamer_id = p.id) and b.confirmed_at is not null) as bookings,
  case
    when p.role = 'streamer' then (select coalesce(sum(m.net_cents), 0)::int from private.statistics_days m where m.streamer_id = p.id)
    else (select coalesce(sum(m.captured_cents - m.refunded_cents), 0)::int from public.payments m where m.viewer_id = p.id)
  end as money_cents
from public.profiles p
join auth.users u on u.id = p.id and u.deleted_at is null
left join private.profile_searches f on f.person_id = p.id
left join public.deletion_requests d on d.person_id = p.id
left join public.suspensions s on s.person_id = p.id and s.lifted_at is null and u.banned_until > now()
-- Why is read by those of the team who answer or decide about people.
cross join (select private.is_of_team('{support,moderation}') or current_user = 'service_role' as may_read) r
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_people is 'People with their account and its state, for the admin.';

-- The admin page's views: signed-in people may query them, only an admin gets rows (each view calls
-- private.is_admin).
revoke all on public.admin_people from public, anon, authenticated, service_role;
grant select on public.admin_people to authenticated, service_role;
