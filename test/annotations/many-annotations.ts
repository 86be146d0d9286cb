import { aSpan } from '../support/factories/span.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** Sends so many annotations in one body, which must take longer than a few other requests. */
export function describeManyAnnotations(count: number): void {
  describe(`${count} annotations`, () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await startTestServer();
    });
    beforeEach(() => emptyDatabase(server));
    afterAll(() => server.stop());

    it.each([
      ['stored', true, count],
      ['queued', false, 0],
    ])('fit into one body, while other callers are answered: %s', async (how, sync, ids) => {
      const { span_id } = await aSpan(server);
      const data = Array.from({ length: count }, (_, at) => ({
        span_id: sync ? span_id : 'late',
        name: 'quality',
        annotator_kind: 'CODE',
        identifier: String(at),
      }));
      const events: string[] = [];
      const list = async () => {
        for (let at = 0; at < 5; at += 1) await server.request.get('/v1/projects').expect(200);
        events.push('listed');
      };
      const post = async () => {
        const { status, body } = await server.request
          .post('/v1/span_annotations')
          .query({ sync })
          .send({ data });
        events.push(how);
        expect([status, body.data?.length]).toEqual([200, ids]);
      };
      await Promise.all([post(), list()]);
      expect(events).toEqual(['listed', how]);
      const table = sync ? 'span_annotations' : 'waiting_annotations';
      expect(await server.sql(`SELECT count(*) FROM ${table}`)).toEqual([{ count }]);
    });
  });
}
