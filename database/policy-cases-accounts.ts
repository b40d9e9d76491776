/** One mark a caller: anonymous, viewer, other viewer, streamer, admin, service; then relation, what, and the SQL. */
export type CaseLine = readonly [expected: string, relation: string, what: string, sql: string];

/** Who may do what with accounts. */
// biome-ignore format: a table is read by its columns.
export const ACCOUNT_CASES: readonly CaseLine[] = [
  // ↓ ↓ ↓ ↓ ↓ ↓  anonymous, viewer, other viewer, streamer, admin, service
  ['- Y n n Y Y', 'profiles', 'read the viewer’s', "select 1 from profiles where id = '$viewer'"],
  ['- Y n n Y Y', 'profiles', 'read all columns', "select * from profiles where id = '$viewer'"],
  ['- Y n n n Y', 'profiles', 'rename the viewer', "update profiles set first_name = 'Zoé', last_name = 'Roy', avatar_url = '/a.svg' where id = '$viewer' returning 1"],
  ['- - - - - Y', 'profiles', 'change the viewer’s role', "update profiles set role = 'admin' where id = '$viewer' returning 1"],
  ['- - - - - -', 'profiles', 'change the viewer’s id', "update profiles set id = gen_random_uuid() where id = '$viewer' returning 1"],
  ['- - - - - n', 'profiles', 'insert', "insert into profiles (id, role) values ('$viewer', 'admin') on conflict do nothing returning 1"],
  ['- - - - - Y', 'profiles', 'delete the viewer’s', "delete from profiles where id = '$viewer' returning 1"],
  ['Y Y Y Y Y Y', 'platform_settings', 'read the constants', 'select version, fee_basis_points, pending_hours, payout_minimum_cents, created_at from platform_settings'],
  ['- - - - - Y', 'platform_settings', 'read who set them', 'select created_by, reason from platform_settings'],
  ['- - - - - Y', 'platform_settings', 'add a version', "insert into platform_settings (fee_basis_points, pending_hours, payout_minimum_cents, reason) values (0, 0, 100, 'Essai') returning 1"],
  ['- - - - - -', 'platform_settings', 'change a version', 'update platform_settings set fee_basis_points = 0 returning 1'],
  ['- - - - - -', 'platform_settings', 'delete a version', 'delete from platform_settings returning 1'],
  ['- Y n n Y Y', 'admin_requests', 'read the viewer’s', "select * from admin_requests where id = '$request'"],
  ['- - - - - Y', 'admin_requests', 'ask', "insert into admin_requests (person_id) values ('$streamer') returning 1"],
  ['- - - - - Y', 'admin_requests', 'decide', "update admin_requests set state = 'approved', decided_at = now(), reason = 'Oui' where id = '$request' returning 1"],
  ['- - - - - Y', 'admin_requests', 'delete', "delete from admin_requests where id = '$request' returning 1"],
  ['- Y n n Y Y', 'suspensions', 'read the viewer’s past one', "select * from suspensions where id = '$suspension'"],
  ['- - - - - Y', 'suspensions', 'suspend', "insert into suspensions (person_id, reason) values ('$streamer', 'Essai') returning 1"],
  ['- - - - - Y', 'suspensions', 'change', "update suspensions set reason = 'Autre' where id = '$suspension' returning 1"],
  ['- - - - - Y', 'suspensions', 'delete', "delete from suspensions where id = '$suspension' returning 1"],
  ['- Y n n Y Y', 'deletion_requests', 'read the viewer’s', "select * from deletion_requests where person_id = '$viewer'"],
  ['- - - - - Y', 'deletion_requests', 'ask', "insert into deletion_requests (person_id, deletes_at) values ('$streamer', now() + interval '1 day') returning 1"],
  ['- - - - - Y', 'deletion_requests', 'bring forward', "update deletion_requests set deletes_at = created_at + interval '1 s' where person_id = '$viewer' returning 1"],
  ['- - - - - Y', 'deletion_requests', 'cancel', "delete from deletion_requests where person_id = '$viewer' returning 1"],
  ['- n n n Y Y', 'audit_log', 'read an entry about the viewer', "select * from audit_log where subject_id = '$viewer'"],
  ['- - - - - Y', 'audit_log', 'write', "insert into audit_log (action, subject_table, subject_id, reason) values ('a', 'b', 'c', 'Essai') returning 1"],
  ['- - - - - -', 'audit_log', 'change', "update audit_log set reason = 'Autre' returning 1"],
  ['- - - - - -', 'audit_log', 'delete', 'delete from audit_log returning 1'],
  ['- n n n Y Y', 'admin_people', 'read', 'select * from admin_people'],
  ['- - - - - -', 'admin_people', 'change', 'delete from admin_people returning 1'],
  ['- n n n Y Y', 'admin_request_details', 'read', 'select * from admin_request_details'],
  ['- - - - - -', 'admin_request_details', 'change', 'delete from admin_request_details returning 1'],
  ['- n n n Y Y', 'admin_dead_letters', 'read', 'select * from admin_dead_letters'],
  ['- - - - - -', 'admin_dead_letters', 'change', 'delete from admin_dead_letters returning 1'],
  ['- n n n Y Y', 'audit_log_details', 'read', 'select * from audit_log_details'],
  ['- - - - - -', 'audit_log_details', 'change', 'delete from audit_log_details returning 1'],
];
