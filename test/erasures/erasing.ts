import { admin } from '../support/admin.js';
import type { TestServer } from '../support/server.js';

/** Erases a user on the command line, and returns the receipt. */
export async function eraseUser(server: TestServer, ...args: string[]) {
  const result = await admin(['erase-user', ...args], {
    SPANDREL_DATABASE_URL: server.databaseUrl,
  });
  expect([result.code, result.stdout]).toEqual([0, expect.stringMatching(/^\{/)]);
  return JSON.parse(result.stdout);
}
