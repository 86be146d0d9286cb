import { startTestServer } from '../support/server.js';
import { aSpanInput } from './span-input.js';

describe('POST /v1/projects/{project_identifier}/spans', () => {
  it('takes 20,000 spans quickly', async () => {
    const server = await startTestServer();
    const create = (data: unknown, project = 'created') =>
      server.request.post(`/v1/projects/${project}/spans`).send({ data });
    const data = Array.from({ length: 20_000 }, () => aSpanInput());
    const response = await create(data, 'many');
    expect(response.body).toEqual({ total_received: 20_000, total_queued: 20_000 });
    const broken = await create(data.map((span) => ({ ...span, name: 7 })));
    expect(broken.status).toBe(422);
    await server.stop();
  }, 30_000);
});
