-- A banner that stands for years is a slip of the pen.
update public.announcements set banner_until = send_at + interval '90 days' where banner_until - send_at > interval '90 days';
alter table public.announcements
  add constraint announcements_banner_days_check check (banner_until - send_at <= interval '90 days');
