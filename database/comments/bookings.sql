-- A seat of a session, from the hold to the settlement (product/booking/rules).

comment on table public.bookings is
  'A seat of a session. The status is changed by product/booking/rules/transition.ts alone; the constraints repeat what concurrency could break.';
comment on column public.bookings.id is 'The booking.';
comment on column public.bookings.session_id is 'The session and its room: the bookings of one group session share it.';
comment on column public.bookings.seat is 'Number of the seat within the session, from 1.';
comment on column public.bookings.streamer_id is 'Null once that account is deleted.';
comment on column public.bookings.viewer_id is 'Null once that account is deleted.';
comment on column public.bookings.offer_id is 'Null once the offer is deleted.';
comment on column public.bookings.title is 'Of the offer, frozen when the slot was taken.';
comment on column public.bookings.category is 'Of the offer, frozen; a merge of categories changes it.';
comment on column public.bookings.seats is 'Of the offer, frozen; a merge of categories changes it.';
comment on column public.bookings.confirmation is 'instant or on_request, frozen.';
comment on column public.bookings.price_cents is 'What the viewer pays in all, in euro cents; grows with paid extensions.';
comment on column public.bookings.fee_basis_points is 'The platform''s share, in hundredths of a percent, frozen.';
comment on column public.bookings.settings_version is 'The version of platform_settings that was in force.';
comment on column public.bookings.viewer_zone is 'IANA zone of the viewer when they booked.';
comment on column public.bookings.streamer_zone is 'IANA zone of the streamer then.';
comment on column public.bookings.buffer_before_minutes is 'Minutes kept free before it, frozen.';
comment on column public.bookings.buffer_after_minutes is 'Minutes kept free after it, frozen.';
comment on column public.bookings.duration_minutes is 'Length in minutes; grows with extensions.';
comment on column public.bookings.start_at is 'When it begins; changed by a new agreement alone.';
comment on column public.bookings.end_at is 'start_at and the duration. Kept by a trigger.';
comment on column public.bookings.blocks_from is 'start_at less the buffer before. Kept by a trigger.';
comment on column public.bookings.blocks_until is 'end_at and the buffer after. Kept by a trigger.';
comment on column public.bookings.agreed_start_at is 'The start that was agreed on first; the limit for moving a booking is measured from it.';
comment on column public.bookings.reschedules is 'How often the viewer has moved it.';
comment on column public.bookings.revision is 'Rises with each transition.';
comment on column public.bookings.status is 'held, requested, confirmed, in_progress, completed, expired, declined, cancelled_by_viewer, cancelled_by_streamer, cancelled_by_admin, viewer_no_show or streamer_no_show.';
comment on column public.bookings.held_at is 'When the slot was taken.';
comment on column public.bookings.paying is 'The provider''s page is open for it.';
comment on column public.bookings.extended is 'The hold was prolonged once.';
comment on column public.bookings.confirmed_at is 'When it was agreed on; null before.';
comment on column public.bookings.answer_by is 'Until when the streamer may answer a request.';
comment on column public.bookings.proposed_start_at is 'Another start that the streamer proposes; null: none.';
comment on column public.bookings.proposal_answer_by is 'Until when the viewer may answer it.';
comment on column public.bookings.proposal_note is 'The streamer''s words with it.';
comment on column public.bookings.ended_at is 'When it ended, in whatever way.';
comment on column public.bookings.cause is 'Of expired and declined ones: why.';
comment on column public.bookings.refund_cents is 'What the viewer gets back, in euro cents; of cancelled and settled ones.';
comment on column public.bookings.delivered_minutes is 'Minutes that both were there; of settled ones.';
comment on column public.bookings.reason is 'In the words of the person who declined or cancelled.';
comment on column public.bookings.due_event is 'What time does to it next; null: nothing. @type "expire" | "lapse_proposal" | "begin" | "settle"';
comment on column public.bookings.due_at is 'When.';
comment on column public.bookings.created_at is 'When the row was made.';
comment on column public.bookings.updated_at is 'Last change; kept by a trigger.';

comment on table public.booking_events is 'Each transition of a booking, once, with who made it. Append-only.';
comment on column public.booking_events.id is 'Rises with each event.';
comment on column public.booking_events.booking_id is 'The booking.';
comment on column public.booking_events.revision is 'The booking''s revision after the event.';
comment on column public.booking_events.at is 'When.';
comment on column public.booking_events.actor is 'viewer, streamer, admin or system.';
comment on column public.booking_events.actor_id is 'The person; null for the system.';
comment on column public.booking_events.type is 'The event of product/booking/rules/events.ts.';
comment on column public.booking_events.from_status is 'Status before; null for the first.';
comment on column public.booking_events.to_status is 'Status since.';

comment on table public.attendances is
  'Who was in the room of a session and when, as the server recorded it: what a settlement rests on.';
comment on column public.attendances.id is 'Rises with each attendance.';
comment on column public.attendances.session_id is 'The session.';
comment on column public.attendances.person_id is 'Who; null once that account is deleted.';
comment on column public.attendances.side is 'viewer, streamer or admin.';
comment on column public.attendances.joined_at is 'First sign of life.';
comment on column public.attendances.last_seen_at is 'Last sign of life.';
comment on column public.attendances.left_at is 'When it ended; null while it goes on, or after a silence.';
comment on column public.attendances.evidence is 'Heartbeats, those with a connection, those with media, and the engine that carried them.';
comment on column public.attendances.place is 'room or lobby. Waiting in the lobby counts as being present, but no session is delivered meanwhile.';

comment on table public.waiting_list_entries is 'A viewer wants to be told when an offer has a free start again.';
comment on column public.waiting_list_entries.id is 'The entry.';
comment on column public.waiting_list_entries.viewer_id is 'Who waits.';
comment on column public.waiting_list_entries.streamer_id is 'For whom.';
comment on column public.waiting_list_entries.offer_id is 'For which offer.';
comment on column public.waiting_list_entries.start_at is 'For which start of it; null: for any.';
comment on column public.waiting_list_entries.created_at is 'Since when.';
comment on column public.waiting_list_entries.notified_at is 'When they were told; null: not yet.';

comment on table public.reviews is 'The viewer''s review of a completed session, and the streamer''s answer.';
comment on column public.reviews.id is 'The review.';
comment on column public.reviews.booking_id is 'The session''s booking; one review each.';
comment on column public.reviews.streamer_id is 'Whom it is about; null once that account is deleted.';
comment on column public.reviews.viewer_id is 'Who wrote it; null once that account is deleted.';
comment on column public.reviews.rating is '1 to 5.';
comment on column public.reviews.body is 'The text; may be empty.';
comment on column public.reviews.created_at is 'When it was written.';
comment on column public.reviews.answer is 'The streamer''s one answer; null: none.';
comment on column public.reviews.answered_at is 'When they answered.';
comment on column public.reviews.hidden_at is 'When an admin hid it; null: it is shown.';

comment on table public.settlement_overrules is 'An admin decided otherwise than attendance had.';
comment on column public.settlement_overrules.id is 'Rises with each decision.';
comment on column public.settlement_overrules.booking_id is 'The booking.';
comment on column public.settlement_overrules.at is 'When.';
comment on column public.settlement_overrules.admin_id is 'Who; null once that account is deleted.';
comment on column public.settlement_overrules.refund_cents is 'What the viewer gets back in all, in euro cents.';
comment on column public.settlement_overrules.refunded_before_cents is 'What had been given back or ordered before.';
comment on column public.settlement_overrules.reason is 'Why, in the admin''s words.';

comment on table public.session_extensions is
  'Each offer to prolong a session beyond what was booked, and what became of it (product/booking/rules/extension.ts).';
comment on column public.session_extensions.id is 'The extension.';
comment on column public.session_extensions.booking_id is 'The booking that it prolongs.';
comment on column public.session_extensions.side is 'Who offered it: viewer or streamer.';
comment on column public.session_extensions.minutes is 'By how many minutes.';
comment on column public.session_extensions.price_cents is 'For how much, in euro cents; 0: free.';
comment on column public.session_extensions.state is 'offered, accepted, paying, done, refused or failed.';
comment on column public.session_extensions.reason is 'Of refused and failed ones: why.';
comment on column public.session_extensions.payment_id is 'The payment of its own; null for a free session, or before somebody began to pay.';
comment on column public.session_extensions.offered_at is 'When it was offered.';
comment on column public.session_extensions.accepted_at is 'When the other side accepted.';
comment on column public.session_extensions.until_at is 'Until when it may be answered, and then paid.';
comment on column public.session_extensions.ended_at is 'When it was done, refused or failed.';

comment on table public.notifications is 'What a person is told on the page, and whether they read it.';
comment on column public.notifications.id is 'Rises with each notification.';
comment on column public.notifications.person_id is 'Who is told.';
comment on column public.notifications.kind is 'Which text the bell shows.';
comment on column public.notifications.booking_id is 'What it is about; null: no booking.';
comment on column public.notifications.created_at is 'When it happened.';
comment on column public.notifications.read_at is 'When it was read; null: unread.';

comment on table private.calendar_feeds is 'The private iCal feed of a person''s bookings.';
comment on column private.calendar_feeds.person_id is 'Whose feed.';
comment on column private.calendar_feeds.token_hash is 'SHA-256 of the secret in its address.';
comment on column private.calendar_feeds.created_at is 'When the address was made.';

comment on table private.sent_reminders is 'A reminder that was sent for a start; a moved booking is reminded again.';
comment on column private.sent_reminders.booking_id is 'The booking.';
comment on column private.sent_reminders.start_at is 'The start of which it reminded.';
comment on column private.sent_reminders.minutes_before is 'Which reminder: so many minutes before the start.';
comment on column private.sent_reminders.sent_at is 'When.';

comment on table private.command_keys is
  'What a command answered to a client''s key: the same key again gets the same answer and does nothing.';
comment on column private.command_keys.person_id is 'Who sent it.';
comment on column private.command_keys.key is 'The client''s key.';
comment on column private.command_keys.command is 'The command''s name.';
comment on column private.command_keys.request_hash is 'SHA-256 of the request: the same key with another request is refused.';
comment on column private.command_keys.response is 'The answer; null while the command runs. @type Record<string, Json>';
comment on column private.command_keys.created_at is 'When it was first sent.';

comment on table private.person_times is
  'The timeline of people: what each gives, takes, or is proposed. A row for each side of a live booking, and of a start that is proposed for it.';
comment on column private.person_times.booking_id is 'The booking.';
comment on column private.person_times.side is 'Whether the person gives or takes it. @type ''streamer'' | ''viewer''';
comment on column private.person_times.kind is 'Its own start, or one that is proposed. @type ''agreed'' | ''proposed''';
comment on column private.person_times.person_id is 'Whose time.';
comment on column private.person_times.together is 'What may share the time: the seats of one session for who gives it, nothing but the booking for who takes it.';
comment on column private.person_times.span is 'The stretch; with its buffers for who gives it.';
comment on column private.person_times.predates is 'True for a stretch of an older version that overlaps another: it stays as agreed until it moves or ends.';
