-- The room of a session: who was let in, what was written, what the host did.

comment on table private.rooms is 'The room of a session, from the first time somebody came in.';
comment on column private.rooms.session_id is 'The session.';
comment on column private.rooms.engine is 'What carries its media: p2p, embedded or janus.';
comment on column private.rooms.epoch is 'Rises when its media are built again.';
comment on column private.rooms.opened_at is 'When somebody first came in.';
comment on column private.rooms.home is 'The process that carries an embedded room: the key of the advisory lock that it holds while it lives. Null: none yet.';
comment on column private.rooms.lobby_on is 'A person who comes for the first time waits until the streamer lets them in.';
comment on column private.rooms.ended_at is 'When it was ended for everybody; null: it was not.';
comment on column private.rooms.ended_by is 'By which side: streamer or admin. That side opens it again by coming back.';

comment on table private.admissions is
  'A participant: one connection of one person to a room. A newer one of the same person ends the older.';
comment on column private.admissions.id is 'The participant.';
comment on column private.admissions.session_id is 'The room.';
comment on column private.admissions.person_id is 'Who.';
comment on column private.admissions.side is 'viewer, streamer or admin.';
comment on column private.admissions.number is 'Of two participants the one with the higher number makes the first offer.';
comment on column private.admissions.attendance_id is 'The attendance that it goes on with.';
comment on column private.admissions.admitted_at is 'When the person came in.';
comment on column private.admissions.last_seen_at is 'Their last heartbeat.';
comment on column private.admissions.ended_at is 'When they were out; null while they are in.';
comment on column private.admissions.end_cause is 'left, replaced, silent, closed, removed, barred, refused or ended.';
comment on column private.admissions.published_at is 'Since when their media can be subscribed to, in the room''s present epoch; null: not yet.';
comment on column private.admissions.wants_camera is 'Has a camera to show, should the room have a place for it.';
comment on column private.admissions.waiting is 'Waits in the lobby.';
comment on column private.admissions.muted_at is 'When the streamer last ordered the microphone off.';
comment on column private.admissions.share_stopped_at is 'When the streamer last ordered the shared screen to end.';

comment on table public.room_acts is 'Each act of a host in a room, as evidence.';
comment on column public.room_acts.id is 'Rises with each act.';
comment on column public.room_acts.session_id is 'The room.';
comment on column public.room_acts.at is 'When.';
comment on column public.room_acts.actor_id is 'Who; null once that account is deleted.';
comment on column public.room_acts.actor_side is 'streamer or admin.';
comment on column public.room_acts.act is 'mute, stop_share, remove, admit, refuse, lobby_on, lobby_off, end or reopen.';
comment on column public.room_acts.target_id is 'To whom; null: to the room, or that account is deleted.';

comment on table public.admin_entries is 'Each time an admin entered a room, with the reason given, for its people to see.';
comment on column public.admin_entries.id is 'Rises with each entry.';
comment on column public.admin_entries.session_id is 'The room.';
comment on column public.admin_entries.admin_id is 'Who; null once that account is deleted.';
comment on column public.admin_entries.reason is 'Why, in the admin''s words.';
comment on column public.admin_entries.entered_at is 'When.';

comment on table public.session_messages is 'What the people of a session write to each other, before, during and after it.';
comment on column public.session_messages.id is 'Rises with each message.';
comment on column public.session_messages.session_id is 'The session.';
comment on column public.session_messages.author_id is 'Who; null once that account is deleted.';
comment on column public.session_messages.side is 'viewer, streamer or admin.';
comment on column public.session_messages.body is 'The text, 2,000 characters at most.';
comment on column public.session_messages.sent_at is 'When.';

comment on table public.message_reads is 'How far a person has read a conversation, and how far mails told them of it.';
comment on column public.message_reads.session_id is 'The conversation.';
comment on column public.message_reads.person_id is 'Who reads.';
comment on column public.message_reads.last_read_id is 'The newest message that they have seen; 0 before the first.';
comment on column public.message_reads.read_at is 'When they saw it.';
comment on column public.message_reads.last_mailed_id is 'The newest message that a mail told them of.';
comment on column public.message_reads.mailed_at is 'When it was sent.';

comment on table private.server_pulses is 'The last sign of life of any server. One row.';
comment on column private.server_pulses.id is 'Always true: there is one row.';
comment on column private.server_pulses.beat_at is 'The sign of life.';

comment on table private.outages is
  'A time when no server ran: nobody could say then that they were there, so it counts as nobody''s absence.';
comment on column private.outages.id is 'Rises with each outage.';
comment on column private.outages.down_from is 'The last sign of life before it.';
comment on column private.outages.up_at is 'The first after it.';
