-- A picture or film that was removed is gone from every cache within five minutes, no longer within the hour; files that are for some people alone
-- are kept by no cache that others share. From now on a trigger says so (database/functions/limit_kept_pictures.sql).
update storage.objects set metadata = metadata || '{"cacheControl": "max-age=300, must-revalidate"}'
where bucket_id in ('avatars', 'covers', 'gallery', 'clips') and metadata is not null;
update storage.objects set metadata = metadata || '{"cacheControl": "private, no-cache"}'
where bucket_id in ('attachments', 'evidence') and metadata is not null;
