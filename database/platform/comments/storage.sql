-- Columns are those of a hosted Supabase, which documents them, but for the two that say so.
comment on table storage.buckets is 'A place for objects, with what it asks of them.';
comment on column storage.buckets.public is 'Whether everybody may download its objects.';
comment on column storage.buckets.file_size_limit is 'In bytes; null: only the limit of the installation.';
comment on column storage.buckets.allowed_mime_types is 'Such as image/png or image/*; null: any.';
comment on column storage.buckets.checks_content is
  'Ours. Whether the bytes say what an object is: its type is told by them, and a picture is stored without what it tells of place and camera.';
comment on table storage.objects is 'A stored file: its bytes lie under its version, outside the database.';
comment on column storage.objects.metadata is 'What storing it found: size, type, ETag, cache control. @type Record<string, Json>';
comment on column storage.objects.user_metadata is 'What the uploader said of it. @type Record<string, Json>';
comment on column storage.objects.version is 'The bytes; each write of them has a new one.';
comment on table storage.discarded_versions is 'Ours. Bytes that no object has any more, until they are removed.';
