-- A streamer's page: what is offered, and when.

comment on table public.streamers is 'The public page of a streamer, their hours'' zone and their rules of booking.';
comment on column public.streamers.id is 'The streamer''s profile.';
comment on column public.streamers.handle is 'The name in the address /streamer/<handle>.';
comment on column public.streamers.display_name is 'The name on the page.';
comment on column public.streamers.headline is 'One line under the name.';
comment on column public.streamers.bio is 'The text of the page.';
comment on column public.streamers.categories is 'Ids of public.categories, five at most.';
comment on column public.streamers.languages is 'Ids of public.languages, six at most.';
comment on column public.streamers.banner_url is 'Address of the banner; null: none.';
comment on column public.streamers.gallery_urls is 'Addresses of the pictures of the page, six at most, in their order.';
comment on column public.streamers.avatar_url is 'The picture of the profile, copied by a trigger because the public may not read profiles.';
comment on column public.streamers.zone is 'IANA zone of the weekly hours.';
comment on column public.streamers.buffer_before_minutes is 'Minutes kept free before each session.';
comment on column public.streamers.buffer_after_minutes is 'Minutes kept free after each session.';
comment on column public.streamers.notice_minutes is 'Nobody books sooner than so many minutes ahead.';
comment on column public.streamers.horizon_days is 'Nobody books further ahead than so many days; which days count, window_kind says.';
comment on column public.streamers.window_kind is 'days: all days count; open_days: those with opening hours; dates: booked from window_first to window_last instead.';
comment on column public.streamers.window_first is 'The first day that is booked, of a window of dates; else null.';
comment on column public.streamers.window_last is 'The last day that is booked, of a window of dates; else null.';
comment on column public.streamers.max_per_day is 'Most sessions that begin on one day; null: no limit.';
comment on column public.streamers.max_per_week is 'Most sessions that begin from a Monday to a Sunday; null: no limit.';
comment on column public.streamers.max_per_month is 'Most sessions that begin in one month of the calendar; null: no limit.';
comment on column public.streamers.closed_on_holidays is 'French public holidays are closed, unless a date exception opens them.';
comment on column public.streamers.published_at is 'When the streamer showed the page; null: it is not shown.';
comment on column public.streamers.withheld_at is 'When an admin took the page down; null: no admin did.';
comment on column public.streamers.featured_position is 'Their place among the featured on the home page; null: after those that have one.';
comment on column public.streamers.featured_from is 'The first day of Paris on which they are featured; null: at once.';
comment on column public.streamers.featured_until is 'The last day of Paris on which they are featured; null: without end.';
comment on column public.streamers.featured_at is 'When an admin put the page first; null: no admin did.';
comment on column public.streamers.away_until is 'Until then nobody sees or books the streamer: suspended, or leaving (infinity). Kept by triggers.';
comment on column public.streamers.rating_average is 'Of the reviews that can be seen, 1 to 5; null without any. Kept by a trigger.';
comment on column public.streamers.rating_count is 'How many reviews can be seen. Kept by a trigger.';
comment on column public.streamers.created_at is 'When the person became a streamer.';
comment on column public.streamers.updated_at is 'Last change; kept by a trigger.';

comment on table public.streamer_links is 'Where else the streamer can be found.';
comment on column public.streamer_links.id is 'The link.';
comment on column public.streamer_links.streamer_id is 'Whose link.';
comment on column public.streamer_links.platform is 'twitch, youtube, kick, tiktok, instagram, x, discord or website.';
comment on column public.streamer_links.url is 'The address, https.';
comment on column public.streamer_links.position is 'Order on the page, from 0.';

comment on table public.offers is 'A session that a streamer sells: what, how long, for how much, to how many.';
comment on column public.offers.id is 'The offer.';
comment on column public.offers.streamer_id is 'Whose offer.';
comment on column public.offers.title is 'Its name.';
comment on column public.offers.description is 'What it is, in the streamer''s words.';
comment on column public.offers.category is 'One of public.categories.';
comment on column public.offers.duration_minutes is 'Length of a session, in minutes.';
comment on column public.offers.price_cents is 'Price of a seat, in euro cents; 0: free.';
comment on column public.offers.adults_only is 'Booked only by people who said that they are of age.';
comment on column public.offers.seats is '1 to 12; more than one makes it a group session.';
comment on column public.offers.confirmation is 'instant, or on_request: the streamer accepts or declines.';
comment on column public.offers.policy is 'The policy of cancellation, by its name in product/booking/rules/policies.ts.';
comment on column public.offers.position is 'Order on the page, from 0.';
comment on column public.offers.is_active is 'Can be booked; the streamer''s own switch.';
comment on column public.offers.opened_at is 'When it was first open; null: it is a draft.';
comment on column public.offers.archived_at is 'When it was put away. An offer that was ever booked is not deleted.';
comment on column public.offers.revision is 'Rises with each change of what a viewer agrees to. A hold on an older revision is refused.';
comment on column public.offers.created_at is 'When it was made.';
comment on column public.offers.updated_at is 'Last change; kept by a trigger.';

comment on column public.offers.step_minutes is 'Starts lie so many minutes apart, from where hours begin; null: as long as a session.';
comment on column public.offers.buffer_before_minutes is 'Minutes kept free before each of its sessions; null: as the streamer says.';
comment on column public.offers.buffer_after_minutes is 'Minutes kept free after each of its sessions; null: as the streamer says.';
comment on column public.offers.notice_minutes is 'Nobody books it sooner than so many minutes ahead; null: as the streamer says.';

comment on table public.absences is 'Days on which a streamer is absent: closed, whatever their week and dates say.';
comment on column public.absences.id is 'The absence.';
comment on column public.absences.streamer_id is 'Who is absent.';
comment on column public.absences.first_date is 'The first day, on the streamer''s wall.';
comment on column public.absences.last_date is 'The last day, included.';
comment on column public.absences.reason is 'Why; for the streamer alone.';
comment on column public.absences.created_at is 'When it was said.';

comment on table public.travels is 'Days whose hours are meant on the wall clock of another zone.';
comment on column public.travels.id is 'The travel.';
comment on column public.travels.streamer_id is 'Who travels.';
comment on column public.travels.zone is 'IANA zone of the place.';
comment on column public.travels.first_date is 'The first day whose hours are those of the place.';
comment on column public.travels.last_date is 'The last one, included.';

comment on table public.weekly_hours is 'Weekly opening hours on the streamer''s wall clock.';
comment on column public.weekly_hours.id is 'The range.';
comment on column public.weekly_hours.streamer_id is 'Whose hours.';
comment on column public.weekly_hours.from_minute is 'Minutes from midnight.';
comment on column public.weekly_hours.to_minute is 'Minutes from the same midnight; past 1440 it runs into the next day.';

comment on table public.date_exceptions is 'The hours of one date, in place of its weekly ones.';
comment on column public.date_exceptions.streamer_id is 'Whose hours.';
comment on column public.date_exceptions.date is 'The date, on the streamer''s wall.';
comment on column public.date_exceptions.note is 'For the streamer alone.';

comment on table public.calendars is 'A calendar elsewhere whose busy times close starts here.';
comment on column public.calendars.id is 'The calendar.';
comment on column public.calendars.streamer_id is 'Whose calendar.';
comment on column public.calendars.label is 'Its name here.';
comment on column public.calendars.url is 'Its secret iCal address. Only its streamer reads it.';
comment on column public.calendars.state is 'pending, working or broken.';
comment on column public.calendars.last_error is 'A code of product/availability/rules/calendar-problems.ts, never what the other server said.';
comment on column public.calendars.etag is 'What the other server called the last version, for the next conditional request.';
comment on column public.calendars.last_modified is 'The same, by date.';
comment on column public.calendars.busy_count is 'Busy times that were imported.';
comment on column public.calendars.skipped_count is 'Events that could not be read.';
comment on column public.calendars.failures is 'Attempts in a row that failed.';
comment on column public.calendars.failing_since is 'The first of them.';
comment on column public.calendars.warned_at is 'When the streamer was told by mail that it fails.';
comment on column public.calendars.last_fetched_at is 'The last attempt.';
comment on column public.calendars.last_success_at is 'The last attempt that succeeded, unchanged ones included.';
comment on column public.calendars.next_fetch_at is 'When it is due again.';
comment on column public.calendars.created_at is 'When it was added.';
comment on column public.calendars.read_at is 'When it was last read whole.';
comment on column public.calendars.read_zone is 'The zone of the streamer at that moment: after a move it is read again even when it is unchanged.';

comment on table public.busy_times is 'A stretch that an imported calendar, or the streamer by hand, takes from the open hours.';
comment on column public.busy_times.id is 'Rises with each import.';
comment on column public.busy_times.calendar_id is 'Where it comes from; null: blocked by hand.';
comment on column public.busy_times.streamer_id is 'Whose time it takes.';
comment on column public.busy_times.starts_at is 'First instant.';
comment on column public.busy_times.ends_at is 'First instant after it.';
comment on column public.busy_times.note is 'Why it was blocked, for the streamer alone; empty for what was imported.';

comment on table public.favourites is 'A viewer keeps a streamer.';
comment on column public.favourites.viewer_id is 'Who keeps.';
comment on column public.favourites.streamer_id is 'Who is kept.';
comment on column public.favourites.created_at is 'Since when.';

comment on table public.contact_consents is 'A viewer allows a streamer to write when they have not come back for long; no row: they do not. Withdrawn by deleting it.';
comment on column public.contact_consents.viewer_id is 'Who allows it.';
comment on column public.contact_consents.streamer_id is 'Who may write.';
comment on column public.contact_consents.created_at is 'Since when.';

comment on table private.return_invitations is 'A mail by which a streamer invited a viewer who had not come back and had allowed it.';
comment on column private.return_invitations.id is 'Random; in the mail''s link it lets its reader withdraw the consent without signing in.';
comment on column private.return_invitations.viewer_id is 'Who was invited.';
comment on column private.return_invitations.streamer_id is 'By whom.';
comment on column private.return_invitations.sent_at is 'When.';
comment on column private.return_invitations.quiet_until is 'No other one of this streamer to this viewer before; 90 days later or more.';

comment on table private.streamer_searches is
  'What people search a streamer by, folded into words between single spaces. Derived by a trigger.';
comment on column private.streamer_searches.streamer_id is 'The streamer.';
comment on column private.streamer_searches.names is 'Name and handle: a match here comes first.';
comment on column private.streamer_searches.words is 'The names and everything else: headline, categories, languages, titles of offers.';

comment on table private.search_words is 'Each word of streamer_searches, for comparing a misspelt one with. Derived.';
comment on column private.search_words.word is 'Folded.';

comment on table private.free_times is
  'When an active offer is next free, as the availability check said at computed_at. Derived: discovery/refresh-free-times writes it again.';
comment on column private.free_times.offer_id is 'The offer.';
comment on column private.free_times.streamer_id is 'Its streamer.';
comment on column private.free_times.price_cents is 'Of the offer, so that a search reads this narrow table alone.';
comment on column private.free_times.duration_minutes is 'Of the offer.';
comment on column private.free_times.notice_minutes is 'Starts sooner than this from now on do not count.';
comment on column private.free_times.starts is 'A ring of eleven days, one bit for each 15 minutes: bit (minutes since 1970 / 15) mod 1056 (product/discovery/rules/free-ring.ts).';
comment on column private.free_times.next_start is 'The first free start, beyond the ring too; null when there is none within the horizon.';
comment on column private.free_times.computed_at is 'When it was computed.';
comment on column private.free_times.fresh_until is 'When it is computed again even if nothing changes.';

comment on table private.listings is
  'A streamer''s active offers in one row, for searches that ask nothing of a single offer. Derived with free_times.';
comment on column private.listings.streamer_id is 'The streamer.';
comment on column private.listings.categories is 'Of the active offers.';
comment on column private.listings.least_price_cents is 'The cheapest seat, in euro cents.';
comment on column private.listings.next_start is 'The first free start of any offer.';

comment on table private.free_time_marks is
  'Something changed that may change when a streamer is free; free_times is computed again. Rows are added and removed, never updated, so bookings of one streamer do not wait for each other.';
comment on column private.free_time_marks.id is 'Rises with each mark.';
comment on column private.free_time_marks.streamer_id is 'The streamer. No foreign key, so that adding a mark locks no other row.';
comment on column private.free_time_marks.marked_at is 'When it changed.';

comment on table public.films is 'The film with which a streamer introduces themself: one a streamer, sixty seconds at most.';
comment on column public.films.streamer_id is 'Whose film.';
comment on column public.films.title is 'What it is called; may be empty.';
comment on column public.films.film_url is 'Address of the film.';
comment on column public.films.poster_url is 'Address of the picture that stands for it until it plays; null: none.';
comment on column public.films.captions_url is 'Address of its captions, WebVTT; null: none.';
comment on column public.films.width is 'In pixels, as it is seen.';
comment on column public.films.height is 'In pixels, as it is seen.';
comment on column public.films.seconds is 'How long it lasts.';
comment on column public.films.created_at is 'When the streamer first had a film.';
comment on column public.films.updated_at is 'When it was last changed.';
