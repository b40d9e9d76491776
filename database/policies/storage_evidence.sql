-- Those of the team who moderate see pictures that are kept as evidence. They come there by a trigger and go by a task.
drop policy if exists evidence_read_as_moderator on storage.objects;
create policy evidence_read_as_moderator on storage.objects for select to authenticated
using (bucket_id = 'evidence' and (select private.is_of_team('{moderation}')));
