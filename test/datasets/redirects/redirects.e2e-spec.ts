import { startSecuredServer } from '../../support/accounts.js';
import { aDataset, aDatasetVersion } from '../../support/factories/dataset.js';
import { anExample, aRevision } from '../../support/factories/dataset-example.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const gid = (type: string, id: number) =>
  encodeURIComponent(Buffer.from(`${type}:${id}`).toString('base64'));

describe('/redirects/datasets', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ SPANDREL_HOST_ROOT_PATH: '/tracing' });
  });
  afterAll(() => server.stop());

  it('redirects from an external id to the page of the example', async () => {
    const { id: dataset_id } = await aDataset(server, { name: 'shop bot/東京' });
    const { id } = await anExample(server, { dataset_id, external_id: 'a/b?c#1' });
    for (const dataset of [gid('Dataset', dataset_id), encodeURIComponent('shop bot/東京')]) {
      const path = `/redirects/datasets/${dataset}/examples/${encodeURIComponent('a/b?c#1')}`;
      const { headers } = await server.request.get(path).expect(302);
      expect(headers['location']).toBe(
        `/tracing/datasets/${gid('Dataset', dataset_id)}/examples/${gid('DatasetExample', id)}`,
      );
    }
  });

  it('responds with a 404 page for missing and deleted examples', async () => {
    const version = await aDatasetVersion(server);
    const gone = await anExample(server, { created_version_id: version.id, external_id: 'gone' });
    await aRevision(server, {
      example_id: gone.id,
      version_id: (await aDatasetVersion(server, { dataset_id: version.dataset_id })).id,
      kind: 'DELETE',
    });
    const dataset = gid('Dataset', version.dataset_id);
    for (const path of [
      `${dataset}/examples/gone`,
      `${dataset}/examples/nope`,
      `${dataset}/examples/%00`,
      `${dataset}/examples/%3Cscript%3E`,
      `${gid('Dataset', 999999)}/examples/gone`,
      'nope/examples/gone',
    ]) {
      const response = await server.request.get(`/redirects/datasets/${path}`).expect(404);
      expect(response.type).toBe('text/html');
      expect(response.text).toContain('href="/tracing/"');
      expect(response.text).not.toContain('<script');
    }
  });

  it('asks visitors to sign in first', async () => {
    const secured = await startSecuredServer();
    const { headers } = await secured.request
      .get('/redirects/datasets/d/examples/e')
      .redirects(0)
      .expect(302);
    expect(headers['location']).toBe('/login?returnUrl=%2Fredirects%2Fdatasets%2Fd%2Fexamples%2Fe');
    await secured.stop();
  });
});
