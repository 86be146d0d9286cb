/**
 * SQL of whether services see the user `u`: neither the system user nor the default administrator, who
 * gets in if a service goes wrong.
 */
export const IS_VISIBLE =
  "(u.role <> 'SYSTEM' AND u.username <> 'admin' AND u.email IS DISTINCT FROM 'admin@localhost')";
