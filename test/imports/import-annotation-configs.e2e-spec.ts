import { admin } from '../support/admin.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const CONFIGS = [
  {
    type: 'CATEGORICAL',
    name: 'verdict',
    description: 'Right or wrong',
    optimization_direction: 'MAXIMIZE',
    values: [
      { label: 'right', score: 1 },
      { label: 'wrong', score: null },
    ],
  },
  {
    type: 'CONTINUOUS',
    name: 'distance',
    description: null,
    optimization_direction: 'MINIMIZE',
    lower_bound: 0,
    upper_bound: 0.5,
  },
  {
    type: 'FREEFORM',
    name: 'remark',
    description: null,
    optimization_direction: null,
    threshold: 0.25,
    lower_bound: null,
    upper_bound: null,
  },
];

describe('npm run admin -- import phoenix, with annotation configs', () => {
  let source: TestServer;
  let target: TestServer;

  beforeAll(async () => {
    source = await startTestServer();
    target = await startTestServer();
  });
  afterAll(async () => {
    await source.stop();
    await target.stop();
  });

  const run = () =>
    admin(['import', 'phoenix', '--url', source.url], {
      SPANDREL_DATABASE_URL: target.databaseUrl,
    });
  const read = async (server: TestServer, path: string) => {
    const { body } = await server.request.get(`/v1/${path}`).expect(200);
    return body.data.map(({ id: _id, ...config }: { id: string }) => config);
  };

  it('moves them with the projects that use them, and keeps those of the same name here', async () => {
    await sendTraces(source.url, [{ project: 'bot' }]);
    for (const config of CONFIGS) {
      await source.request.post('/v1/annotation_configs').send(config).expect(200);
    }
    for (const name of ['verdict', 'remark']) {
      await source.request.put(`/v1/projects/bot/annotation_configs/${name}`).expect(200);
    }
    const first = await run();
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringContaining('annotation configs: 3, and 1 that were stored already\n'),
    ]);
    for (const path of ['annotation_configs', 'projects/bot/annotation_configs']) {
      expect(await read(target, path)).toEqual(await read(source, path));
    }
    await target.sql(`UPDATE annotation_configs SET description = 'Mine' WHERE name = 'verdict'`);
    const second = await run();
    expect([second.code, second.stdout]).toEqual([
      0,
      expect.stringContaining('annotation configs: 0, and 4 that were stored already\n'),
    ]);
    expect(await read(target, 'projects/bot/annotation_configs')).toContainEqual({
      ...CONFIGS[0],
      description: 'Mine',
    });
  }, 120_000);
});
