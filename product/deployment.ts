import type pg from 'pg';

/** The settings of this deployment that the database's triggers must know. */
export interface Deployment {
  /** The effect of choosing the role admin at sign-up: it makes an admin, or asks an admin. */
  adminSignup: 'open' | 'approval';
  /** Whether admins must have a second factor; one that they have is asked for in either case. */
  adminMfa: 'required' | 'optional';
}

/** Called at boot, after the migrations, whenever the settings may have changed. */
export async function applyDeployment(pool: pg.Pool, { adminSignup, adminMfa }: Deployment): Promise<void> {
  await pool.query(
    `update private.deployments set admin_signup = $1, admin_mfa = $2
     where (admin_signup, admin_mfa) is distinct from ($1, $2)`,
    [adminSignup, adminMfa],
  );
}
