comment on table private.rate_limits is 'How much of a limit of a command is used, and until when.';
comment on column private.rate_limits.key is 'The act and, after a colon, whose budget it is: an account, or a digest.';
comment on column private.rate_limits.used is 'How much of the budget is used.';
comment on column private.rate_limits.ends_at is 'When the budget is whole again.';

-- The server's own.
revoke all on private.rate_limits from public, anon, authenticated, service_role;

-- Takes `cost` from the budget of `allowed` per window that `key` has, and returns how many seconds
-- to wait: 0 when it was taken. A refused attempt takes nothing. A cost of 0 only reads the budget.
-- It is a single upsert, so that several processes cannot overspend.
create or replace function private.spend_rate_limit(
  key text, allowed integer, window_seconds integer, at timestamptz, cost integer default 1
) returns integer
language plpgsql set search_path = '' as $$
declare
  wait integer;
begin
  if cost > 0 then
    insert into private.rate_limits as held (key, used, ends_at)
    values (spend_rate_limit.key, cost, at + make_interval(secs => window_seconds))
    on conflict on constraint rate_limits_pkey do update set
      used = case when held.ends_at <= at then excluded.used else held.used + excluded.used end,
      ends_at = case when held.ends_at <= at then excluded.ends_at else held.ends_at end
    where held.ends_at <= at or held.used + excluded.used <= allowed;
    if found then
      return 0;
    end if;
  end if;
  select ceil(extract(epoch from held.ends_at - at))::integer into wait from private.rate_limits held
  where held.key = spend_rate_limit.key and held.ends_at > at and held.used + greatest(cost, 1) > allowed;
  return coalesce(wait, 0);
end
$$;
revoke execute on function private.spend_rate_limit(text, integer, integer, timestamptz, integer) from public;

comment on function private.spend_rate_limit(text, integer, integer, timestamptz, integer) is 'Counts an attempt against a limit. Answers the seconds to wait, 0 when it is allowed.';
