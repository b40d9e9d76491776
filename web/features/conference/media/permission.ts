import type { CaptureKind } from './local-state.ts';

/** `unknown`: this browser does not tell, or nobody asked yet. */
export type Permission = 'granted' | 'prompt' | 'denied' | 'unknown';

export type PermissionSource = Pick<Permissions, 'query'>;

const NAMES = { mic: 'microphone', camera: 'camera' } as const;

/**
 * What the browser says that it would answer, and tells of every change.
 * @param source `navigator.permissions`; undefined where there is none
 */
export async function watchPermission(
  source: PermissionSource | undefined,
  kind: CaptureKind,
  onChange: (permission: Permission) => void,
): Promise<Permission> {
  if (!source) return 'unknown';
  try {
    const status = await source.query({ name: NAMES[kind] });
    status.onchange = () => onChange(status.state);
    return status.state;
  } catch {
    return 'unknown'; // Firefox before 131 knows no such permission
  }
}

/**
 * Whether asking for this device opens a question of the browser. A browser that does not tell shows it by the names of its devices, which it
 * gives only to pages that were allowed in.
 */
export const wouldAsk = (
  permission: Permission,
  devices: readonly Pick<MediaDeviceInfo, 'label'>[],
): boolean => permission === 'prompt' || (permission === 'unknown' && devices.every(({ label }) => !label));
