import type pg from 'pg';

/** What the database's triggers must know of this deployment's settings. */
export interface Deployment {
  /** What choosing the role admin at sign-up does: make an admin, or ask an admin. */
  adminSignup: 'open' | 'approval';
}

/** Called at boot, after the migrations, whenever the settings may have changed. */
export async function applyDeployment(pool: pg.Pool, { adminSignup }: Deployment): Promise<void> {
  await pool.query(
    'update private.deployments set admin_signup = $1 where admin_signup is distinct from $1',
    [adminSignup],
  );
}
