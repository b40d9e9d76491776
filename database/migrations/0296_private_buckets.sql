-- An installation may have had buckets of these names before, open to everybody: they never are.
update storage.buckets set public = false where id in ('attachments', 'evidence');
update storage.buckets set checks_content = true, file_size_limit = 25 * 1024 * 1024,
  allowed_mime_types = '{image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,video/mp4,video/webm,video/quicktime}'
where id = 'attachments';
