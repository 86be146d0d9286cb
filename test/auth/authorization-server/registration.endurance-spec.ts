import { startSecuredServer } from '../../support/accounts.js';
import { addApplications, AGENT, register } from './registrations.js';

describe('ten thousand applications', () => {
  it('leave the server fast', async () => {
    const server = await startSecuredServer();
    await addApplications(server, 11_500);
    const count = 20;
    const startedAt = performance.now();
    for (let n = 0; n < count; n++) {
      await register(server, AGENT, '198.51.100.7').expect(201);
    }
    expect((performance.now() - startedAt) / count).toBeLessThan(250);
    await server.sql('DELETE FROM oauth2_clients WHERE NOT is_first_party');
    await server.stop();
  });
});
