-- Rooms whose media go through a server of ours, or through a Janus.
alter table private.rooms drop constraint rooms_engine_check;
alter table private.rooms
  add constraint rooms_engine_check check (engine in ('p2p', 'embedded', 'janus')),
  -- The process that carries an embedded room: the advisory lock that it holds as long as it lives.
  add column home integer;

alter table private.admissions
  -- Since when its media can be subscribed to, in the room's present epoch.
  add column published_at timestamptz,
  -- It has a camera to show, should the room have a place for one.
  add column wants_camera boolean not null default false;
