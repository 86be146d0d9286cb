import type { TestServer } from '../../support/server.js';

export const AGENT = { client_name: 'Coding agent', redirect_uris: ['http://127.0.0.1/callback'] };

/** Registers an application, as a program at an address does. */
export const register = ({ request }: TestServer, metadata: unknown, address = '192.0.2.1') =>
  request
    .post('/oauth2/register')
    .set('X-Forwarded-For', address)
    .send(metadata as object);

/** Stores applications that registered two days ago, one a second. */
export async function addApplications(server: TestServer, count: number): Promise<void> {
  await server.sql(
    `INSERT INTO oauth2_clients (client_id, name, redirect_uris, registered_from, created_at)
     SELECT 'px_dcr_' || n, 'Application ' || n, ARRAY['http://127.0.0.1/callback'],
            '198.51.100.' || n % 250, now() - interval '2 days' + n * interval '1 second'
     FROM generate_series(1, $1) n`,
    [count],
  );
  await server.sql('ANALYZE oauth2_clients');
}
