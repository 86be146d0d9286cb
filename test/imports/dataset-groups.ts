import type { TestServer } from '../support/server.js';

/** Creates a dataset of which two examples are in splits. Returns its ID. */
export async function uploadWithSplits(server: TestServer): Promise<string> {
  const { body } = await server.request
    .post('/v1/datasets/upload?sync=true')
    .send({
      action: 'create',
      name: 'capitals',
      inputs: [{ q: 1 }, { q: 2 }, { q: 3 }],
      splits: [['train'], ['train', 'hard'], null],
    })
    .expect(200);
  return body.data.dataset_id;
}

/** The ID of the dataset, which the two servers count separately. */
export async function findDataset(server: TestServer): Promise<string> {
  const { body } = await server.request.get('/v1/datasets?name=capitals').expect(200);
  return body.data[0].id;
}

/** The splits of each example. */
export async function readSplits(server: TestServer) {
  const id = await findDataset(server);
  const { text } = await server.request.get(`/v1/datasets/${id}/jsonl`).expect(200);
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return rows.map(({ input, splits }: { input: object; splits: string[] }) => ({ input, splits }));
}
