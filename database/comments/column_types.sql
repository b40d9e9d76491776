-- Types that Postgres's own leave open, for tools/schema/generate-schema.ts: `@type <TypeScript type> of <module>` types a column in
-- database/generated/types.ts wherever it is read, through views too.
comment on column public.audit_log.after is 'The state after the action; null: none was recorded. @type Record<string, Json>';
comment on column public.audit_log.before is 'The state before the action; null: none was recorded. @type Record<string, Json>';
comment on column public.bookings.answers is 'Answers to the intake questions: id of the question -> text. @type Record<string, string>';
comment on column public.bookings.policy is 'The policy of cancellation, frozen when the place was taken. @type PolicySnapshot of #product/booking/rules/policies.ts';
comment on column public.bookings.questions is 'The intake questions, frozen when the place was taken. @type IntakeQuestion[] of #product/booking/rules/booking.ts';
comment on column public.booking_events.detail is 'Further details of the event. @type Record<string, Json>';
comment on column public.booking_events.from_status is 'The status before the step; null: the booking began with it. @type BookingStatus of #product/booking/rules/booking.ts';
comment on column public.booking_events.to_status is 'The status after the step. @type BookingStatus of #product/booking/rules/booking.ts';
comment on column public.date_exceptions.ranges is 'Open hours of the date, in minutes from its local midnight; empty: closed. @type WallRange[] of #product/availability/rules/hours.ts';
comment on column public.notifications.data is 'What the text of the notification needs. @type Record<string, Json>';
comment on column public.offers.own_hours is 'Weekly hours of this offer in place of its streamer''s; null: the streamer''s. @type WeeklyRange[] of #product/availability/rules/hours.ts';
comment on column public.offers.questions is 'What is asked of the viewer. @type IntakeQuestion[] of #product/booking/rules/booking.ts';
comment on column public.weekly_hours.weekday is 'Monday is 1. @type Weekday of #product/shared/time/local-date.ts';
comment on column private.case_signals.evidence is 'The thing as it was at that moment. @type Evidence of #product/moderation/rules/evidence.ts';
comment on column public.moderation_reports.evidence is 'The subject as it was at that moment; null once the case no longer keeps it. @type Evidence of #product/moderation/rules/evidence.ts';
comment on column private.processes.figures is 'How it was then. @type ProcessFigures of #product/system/rules/process-figures.ts';
comment on column public.calendars.unread is 'What could not be read of it and why; no titles. @type StoredUnread[] of #product/availability/rules/unread-events.ts';
