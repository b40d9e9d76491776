import type { CaseLine } from '#database/policy-cases-accounts.ts';

/** What was done in the room of `$booking`: its streamer put its viewer out; and what the team decided about its money. */
// biome-ignore format: a table is read by its columns.
export const ROOM_CASES: readonly CaseLine[] = [
  ['- Y n Y Y Y', 'room_acts', 'read what was done to the viewer', "select id, at, actor_side, act, target_id from room_acts where session_id = '$booking' and act = 'remove'"],
  ['- n n Y Y Y', 'room_acts', 'read what was done to nobody', "select id from room_acts where session_id = '$booking' and act = 'lobby_on'"],
  ['- - - - - Y', 'room_acts', 'read whose account did it', "select actor_id from room_acts where session_id = '$booking'"],
  ['- - - - - Y', 'room_acts', 'insert', "insert into room_acts (session_id, at, actor_side, act) values ('$booking', now(), 'admin', 'end') returning 1"],
  ['- - - - - -', 'room_acts', 'change', "update room_acts set act = 'mute' where session_id = '$booking' returning 1"],
  ['- - - - - -', 'room_acts', 'delete', "delete from room_acts where session_id = '$booking' returning 1"],
  ['- Y n Y Y Y', 'settlement_overrules', 'read', "select id, at, refund_cents, refunded_before_cents, reason from settlement_overrules where booking_id = '$booking'"],
  ['- - - - - Y', 'settlement_overrules', 'read which admin', "select admin_id from settlement_overrules where booking_id = '$booking'"],
  ['- - - - - Y', 'settlement_overrules', 'insert', "insert into settlement_overrules (booking_id, at, refund_cents, refunded_before_cents, reason) values ('$booking', now(), 9, 1, 'Essai') returning 1"],
  ['- - - - - -', 'settlement_overrules', 'change', "update settlement_overrules set refund_cents = 10 where booking_id = '$booking' returning 1"],
  ['- - - - - -', 'settlement_overrules', 'delete', "delete from settlement_overrules where booking_id = '$booking' returning 1"],
];
