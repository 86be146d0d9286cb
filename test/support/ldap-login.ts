import type { SecuredServer } from './accounts.js';

/** A row of `users`. */
export interface UserRow {
  id: number;
  username: string;
  email: string | null;
  role: string;
  auth_method: string;
  ldap_unique_id: string | null;
  password_needs_reset: boolean;
}

/** Signs in with the directory, by default with the password of all test users. */
export function ldapLogin(
  server: SecuredServer,
  username: string,
  password = `${username}-password`,
) {
  return server.request.post('/auth/ldap/login').send({ username, password });
}

/** Returns all users except those that every secured server has. */
export function newUsers(server: SecuredServer): Promise<UserRow[]> {
  const known = Object.values(server.accounts).map(({ userId }) => userId);
  return server.sql('SELECT * FROM users WHERE id > 2 AND NOT id = ANY($1) ORDER BY id', [known]);
}

/** Removes all directory users and every lock. */
export async function forgetPeople(server: SecuredServer): Promise<void> {
  await server.sql("DELETE FROM users WHERE auth_method = 'LDAP'");
  await server.sql('DELETE FROM login_attempts');
}
