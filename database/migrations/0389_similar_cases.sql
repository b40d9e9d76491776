-- How the same was decided before: read each time that a case is opened.
create index moderation_cases_decided_idx on public.moderation_cases (category, subject_kind, last_reported_at desc) where state <> 'open';
