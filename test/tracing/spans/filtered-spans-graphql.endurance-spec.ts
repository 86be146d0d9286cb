import { aProject } from '../../support/factories/project.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer } from '../../support/server.js';
import { LONG_CONDITIONS } from '../conditions/long-conditions.js';

describe('lists of spans that meet a condition', () => {
  it('refuse long conditions at once', async () => {
    const server = await startTestServer();
    const id = globalId('Project', (await aProject(server)).id);
    for (const [condition, message] of LONG_CONDITIONS) {
      const began = performance.now();
      const { errors } = await server.gql(
        `query ($id: ID!, $condition: String) { node(id: $id) { ... on Project {
           spans(filterCondition: $condition, first: 9) { edges { node { name } } } } } }`,
        { id, condition },
      );
      expect(performance.now() - began).toBeLessThan(2000);
      expect(errors?.[0]?.message).toContain(message);
    }
    await server.stop();
  });
});
