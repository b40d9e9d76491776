-- A payout that failed is somebody's to mend until a later one takes its money along.
alter table public.payouts add column retried_at timestamptz,
  add constraint payouts_retried_check check (retried_at is null or state = 'failed');
comment on column public.payouts.retried_at is
  'When a later payout took along the money of this one, which had failed; null: nothing has yet.';
update public.payouts f set retried_at = (
  select min(p.created_at) from public.payouts p where p.streamer_id = f.streamer_id and p.created_at >= f.ended_at)
where f.state = 'failed';
create index payouts_not_retried_idx on public.payouts (streamer_id) where state = 'failed' and retried_at is null;
