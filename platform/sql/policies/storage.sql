-- Nobody reaches a bucket or an object until a policy of the application says who. The grants only
-- let its policies be asked, as on a hosted project; the schema is not exposed through REST.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.discarded_versions enable row level security;
alter table storage.resumable_uploads enable row level security;
alter table storage.upload_parts enable row level security;
revoke all on storage.buckets, storage.objects, storage.discarded_versions, storage.resumable_uploads, storage.upload_parts from public, anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
