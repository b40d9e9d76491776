-- pg-boss keeps what happens later, in its own schema `jobs` (docs/decisions/0040).
drop table private.scheduled_tasks;
