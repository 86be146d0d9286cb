import { startTestServer } from '../support/server.js';
import { listPolicies, mutatePolicy } from './retention-operations.js';

describe('the default retention policy', () => {
  it('keeps traces as long as the environment says, until people change it, also after a restart', async () => {
    const server = await startTestServer({ SPANDREL_DEFAULT_RETENTION_POLICY_DAYS: '90' });
    try {
      const [policy] = await listPolicies(server);
      expect(policy!.rule).toEqual({ __typename: 'TraceRetentionRuleMaxDays', maxDays: 90 });
      await mutatePolicy(server, 'patch', { id: policy!.id, rule: { maxDays: { maxDays: 30 } } });
      const again = await startTestServer({
        SPANDREL_DATABASE_URL: server.databaseUrl,
        SPANDREL_DEFAULT_RETENTION_POLICY_DAYS: '90',
      });
      try {
        expect((await listPolicies(again))[0]!.rule).toMatchObject({ maxDays: 30 });
      } finally {
        await again.stop();
      }
    } finally {
      await server.stop();
    }
  });
});
