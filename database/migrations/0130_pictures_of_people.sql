-- Where people keep pictures of themselves: everybody an avatar, streamers a cover. Public, since pages show them to visitors; their
-- bytes say what they are, and what a camera noted in them is left out.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content) values
  ('avatars', 'avatars', true, 6 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif}', true),
  ('covers', 'covers', true, 12 * 1024 * 1024, '{image/jpeg,image/png,image/webp,image/avif}', true)
on conflict (id) do nothing;
