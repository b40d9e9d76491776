import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The system account that runs Postgres, which refuses to run as root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The account to step down to when this process is root; null when it is not (Postgres then runs as
 * ourselves). `postgres` when the machine has it, else `nobody`, which every Unix has: no account
 * is ever created.
 * @throws Error when a root process finds neither
 */
export function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = new Map<string, Account>();
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (!account)
    throw new Error(
      'Postgres refuses to run as root, and this machine has neither an account postgres nor an account nobody.',
    );
  return account;
}

/** Whether `account` can reach `path`: a folder such as /root closes everything under it. */
export function canReach(account: Account, path: string): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  });
  return status === 0;
}
