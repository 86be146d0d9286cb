import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { aDataset } from '../../support/factories/dataset.js';
import { globalId } from '../../support/global-id.js';
import { placesOn } from './projects-with-roles.js';

describe('an evaluator that a hidden dataset uses, too', () => {
  let server: SecuredServer;
  const { as, aPlace } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('stays when another team deletes the dataset that they see', async () => {
    const place = await aPlace(true);
    const hidden = await aDataset(server, { project_id: place.rowId } as never);
    const open = await aDataset(server);
    const [evaluator] = await server.sql<{ id: number }>(
      `WITH prompt AS (INSERT INTO prompts (name) VALUES ('judge') RETURNING id)
       INSERT INTO evaluators (kind, name, name_folded, prompt_id, owns_prompt, is_standalone)
       SELECT 'LLM', 'shared', 'shared', id, false, false FROM prompt RETURNING id`,
    );
    for (const [index, { id }] of [hidden, open].entries()) {
      await server.sql(
        `INSERT INTO dataset_evaluators
           (dataset_id, evaluator_id, name, name_folded, input_mapping, project_name)
         VALUES ($1, $2, 'shared', 'shared', '{}', $3)`,
        [id, evaluator!.id, `Evaluator-shared-${index}`],
      );
    }
    const { errors } = await as(
      server.accounts.MEMBER,
      'mutation ($id: ID!) { deleteDataset(input: { datasetId: $id }) { __typename } }',
      { id: globalId('Dataset', open.id) },
    );
    expect(errors).toBeUndefined();
    const rest = await server.sql('SELECT dataset_id FROM dataset_evaluators');
    expect(rest).toEqual([{ dataset_id: hidden.id }]);
  });
});
