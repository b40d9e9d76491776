-- What each trigger is for: by the function that it runs, since many tables share one.
do $$
declare one record;
begin
  for one in
    select t.tgname, t.tgrelid::regclass as relation, said.what from pg_trigger t join (values
      ('private.balance_posting', 'Postings sum to zero when the transaction commits.'),
      ('private.create_profile', 'Each account has a profile from its first instant.'),
      ('private.create_streamer', 'A person who becomes a streamer gets a page.'),
      ('private.forget_deleted_person', 'A softly deleted account says no more who it was.'),
      ('private.keep_factors', 'Who shows a second factor has not lost it.'),
      ('private.note_sign_in', 'A sign-in from an unknown browser is told by mail.'),
      ('private.keep_demand_months', 'The sums of a month follow those of its days.'),
      ('private.keep_open_months', 'The sums of a month follow those of its days.'),
      ('private.keep_payment_balances', 'Where each payment''s money is follows the books.'),
      ('private.keep_document_series', 'A series of documents has no gap when the transaction commits.'),
      ('private.keep_profile_search', 'The search follows the names.'),
      ('private.take_category', 'A category that was merged is named no more, and a retired one gets no new offer.'),
      ('private.take_catalogue', 'A profile takes up no retired category or language.'),
      ('private.keep_streamer_lists', 'The rows with the foreign keys follow the profile''s lists.'),
      ('private.keep_label_searches', 'The search follows the names of categories and languages.'),
      ('private.keep_searched_address', 'The search follows the address.'),
      ('private.keep_rating', 'The rating follows the reviews.'),
      ('private.keep_streamer_avatar', 'The public page shows the picture of the profile.'),
      ('private.keep_streamer_away', 'A suspended or leaving streamer is on no page.'),
      ('private.keep_streamer_channels', 'The proven channel follows the linked account.'),
      ('private.keep_channel_calendar', 'The lives that a channel announces are a calendar while its streamer follows them.'),
      ('private.keep_streamer_search', 'The search follows the page, its offers and its channels.'),
      ('private.mark_due_documents', 'What moves a payment may need a document.'),
      ('private.mark_free_times', 'What changes when a streamer is free marks them to be computed again.'),
      ('private.mark_statistics_of_booking', 'What changes the sums of a day marks it to be added up again.'),
      ('private.mark_statistics_of_money', 'Money of a session marks its day to be added up again.'),
      ('private.mark_statistics_of_review', 'A rating marks its session''s day to be added up again.'),
      ('private.payout_parts_add_up', 'A payout says what it is made of, to the cent.'),
      ('private.number_document', 'A document follows the last of its series.'),
      ('private.place_booking', 'End and blocked stretch follow the start.'),
      ('private.refuse_change', 'Append-only: what was written stays.'),
      ('private.note_opening', 'An offer that was open is no draft any more.'),
      ('private.revise_offer', 'The revision rises with what a viewer agrees to.'),
      ('private.tell_admission_ended', 'A participant who is out no longer uses the room''s channel.'),
      ('private.touch_updated_at', 'updated_at follows every change.'),
      ('realtime.capture_change', 'Subscribers are told of every change that they may see.'),
      ('realtime.notify_ended_person', 'Sockets of a banned or deleted account are closed.'),
      ('private.mark_platform_of_booking', 'The days of the session and the hold are added up again over the platform.'),
      ('private.mark_platform_of_money', 'The day of the accounts is added up again over the platform.'),
      ('private.mark_platform_of_hours', 'The day''s open and booked minutes are added up again over the platform.'),
      ('realtime.notify_ended_session', 'Sockets of a session that ended are closed.')
    ) as said (function, what) on t.tgfoid = said.function::regproc where not t.tgisinternal
  loop
    execute format('comment on trigger %I on %s is %L', one.tgname, one.relation, one.what);
  end loop;
end $$;
comment on trigger refuse_waiting_payout on public.payouts is 'Refuses a payout to a streamer whose fiscal identity is waited for.';
comment on trigger enter_month on public.ledger_postings is 'Nothing enters a closed month.';
comment on trigger refuse_closed_month on public.ledger_lines is 'Nothing enters a closed month, a line of an old posting neither.';
comment on trigger refuse_minor_role on public.profiles is 'Streamers and the team are adults.';
comment on trigger refuse_age_of_role on public.ages is 'Streamers and the team are adults.';
