-- Columns are those of a hosted Supabase, which documents them, but for those that say so.
comment on table storage.buckets is 'A place for objects, with what it asks of them.';
comment on column storage.buckets.public is 'Whether everybody may download its objects.';
comment on column storage.buckets.file_size_limit is 'In bytes; null: only the limit of the installation.';
comment on column storage.buckets.allowed_mime_types is 'Such as image/png or image/*; null: any.';
comment on column storage.buckets.checks_content is
  'Ours. Whether the bytes say what an object is: its type is told by them, and a picture is stored without what it tells of place and camera.';
comment on column storage.buckets.most_film_seconds is
  'Ours. How long a film may be, where contents are checked and films are taken apart; null: films are kept as they come.';
comment on table storage.objects is 'A stored file: its bytes lie under its version, outside the database.';
comment on column storage.objects.metadata is 'What storing it found: size, type, ETag, cache control. @type Record<string, Json>';
comment on column storage.objects.user_metadata is 'What the uploader said of it. @type Record<string, Json>';
comment on column storage.objects.version is 'The bytes; each write of them has a new one.';
comment on table storage.discarded_versions is 'Ours. Bytes that no object has any more, until they are removed.';
comment on table storage.resumable_uploads is 'Ours. A file that comes in pieces, until all of them are there and its object is made.';
comment on column storage.resumable_uploads.owner_id is 'Who began it, and owns the object.';
comment on column storage.resumable_uploads.replaces is 'Whether it may take the place of an object of its name.';
comment on column storage.resumable_uploads.content_type is 'As its sender declares it.';
comment on column storage.resumable_uploads.user_metadata is 'What the uploader said of it. @type Record<string, Json>';
comment on column storage.resumable_uploads.length is 'Bytes of the whole file.';
comment on column storage.resumable_uploads.received is 'Bytes that are there, from the first on without a gap.';
comment on column storage.resumable_uploads.expires_at is 'From then on nothing more is taken, and the pieces go.';
comment on column storage.resumable_uploads.finished_at is 'When its object was made; null: it is not whole.';
comment on table storage.upload_parts is 'Ours. A piece of a file that is not whole yet.';
comment on column storage.upload_parts.position is 'The place of its first byte in the file.';
comment on column storage.upload_parts.version is 'Its bytes, which lie like those of an object.';
