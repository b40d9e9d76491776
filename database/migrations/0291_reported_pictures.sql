-- Pictures that were reported are kept for those who decide, whoever deletes them meanwhile: where nobody but the team finds them.
insert into storage.buckets (id, name, public) values ('evidence', 'evidence', false) on conflict (id) do nothing;

-- A picture that was removed is gone from browsers within the hour, no longer within the year.
update storage.objects set metadata = metadata || '{"cacheControl": "max-age=3600"}'
where bucket_id in ('avatars', 'covers', 'gallery') and metadata ->> 'cacheControl' = 'max-age=31536000';
