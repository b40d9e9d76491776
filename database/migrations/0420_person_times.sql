-- One person is in one place: what a person gives (buffers included), what they take, and the other starts that are proposed to them are one
-- timeline, held by one constraint. It replaces two constraints that knew nothing of each other and nothing of proposals.

create table private.person_times (
  booking_id uuid not null references public.bookings on delete cascade,
  side text not null,
  kind text not null,
  person_id uuid not null,
  together uuid not null,
  span tstzrange not null,
  predates boolean not null default false,
  constraint person_times_pkey primary key (booking_id, side, kind),
  constraint person_times_side_check check (side in ('streamer', 'viewer')),
  constraint person_times_kind_check check (kind in ('agreed', 'proposed')),
  constraint person_times_one_place exclude using gist (person_id with =, span with &&, together with <>) where (not predates)
);
alter table private.person_times enable row level security;
revoke all on private.person_times from public;

-- Older versions sold a streamer's hour to them as a viewer elsewhere, and held no place for a proposal. What was agreed then stays agreed: of two
-- such stretches the one that a person takes, or is only proposed, is marked and left out of the constraint until it moves or ends.
insert into private.person_times (booking_id, side, kind, person_id, together, span, predates)
with stretches as (
  select b.id, t.side, t.kind, t.person_id, t.together, t.span, (t.kind = 'proposed', t.side = 'viewer', b.held_at, b.id) as rank
  from public.bookings b
  cross join lateral (values
    ('streamer', 'agreed', b.streamer_id, b.session_id, tstzrange(b.blocks_from, b.blocks_until)),
    ('viewer', 'agreed', b.viewer_id, b.id, tstzrange(b.start_at, b.end_at)),
    ('streamer', 'proposed', b.streamer_id, b.session_id,
      tstzrange(b.proposed_start_at - b.buffer_before_minutes * interval '1 minute',
        b.proposed_start_at + (b.duration_minutes + b.buffer_after_minutes) * interval '1 minute')),
    ('viewer', 'proposed', b.viewer_id, b.id,
      tstzrange(b.proposed_start_at, b.proposed_start_at + b.duration_minutes * interval '1 minute'))
  ) as t (side, kind, person_id, together, span)
  where b.status in ('held', 'requested', 'confirmed', 'in_progress') and t.person_id is not null
    and (t.kind = 'agreed' or b.proposed_start_at is not null)
)
select s.id, s.side, s.kind, s.person_id, s.together, s.span, exists (
  select from stretches o
  where o.person_id = s.person_id and o.together <> s.together and o.span && s.span and o.rank < s.rank)
from stretches s;

alter table public.bookings drop constraint bookings_streamer_free, drop constraint bookings_viewer_free;
