import type pg from 'pg';

/**
 * Grants the three roles the use of all that is made in `public` from now on, as on a hosted
 * project, where row-level security alone decides: programs written for one say `create table` and
 * no more. Not in a database that has Loge's own schema, whose tables list their columns.
 */
export async function grantDefaults(pool: pg.Pool): Promise<void> {
  await pool.query(`do $$
    begin
      if exists (select from migrations.applied where set_name = 'product') then
        return;
      end if;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
      alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    end $$`);
}
