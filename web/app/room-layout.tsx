import { Outlet } from 'react-router';
import { RoomShell } from '#web/app/shells/room-shell.tsx';

/** The conference pages: nothing but the page. */
export function RoomLayout() {
  return (
    <RoomShell>
      <Outlet />
    </RoomShell>
  );
}
