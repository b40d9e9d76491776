-- The queue of the team has a column more in its middle, which `create or replace view` refuses: it is made again after this.
drop view if exists public.admin_queue;
