import { startSecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';

describe('the creator and the last editor of a dataset', () => {
  it('are shown while the user exists', async () => {
    const server = await startSecuredServer();
    const { ADMIN, MEMBER } = server.accounts;
    const as = (who: { key: string }) => ({ Authorization: `Bearer ${who.key}` });
    const made = await server.gqlAs<{ createDataset: { dataset: { id: string } } }>(
      as(MEMBER),
      'mutation { createDataset(input: {name: "d"}) { dataset { id } } }',
    );
    const { id } = made.data!.createDataset.dataset;
    await server.gqlAs(
      as(ADMIN),
      `mutation { patchDataset(input: {datasetId: "${id}", name: "e"}) { dataset { id } } }`,
    );
    const people = async () => {
      const { data } = await server.gqlAs<{ node: object }>(
        as(ADMIN),
        `{ node(id: "${id}") { ... on Dataset { createdBy { id } updatedBy { id } } } }`,
      );
      return data!.node;
    };
    expect(await people()).toEqual({
      createdBy: { id: globalId('User', MEMBER.userId) },
      updatedBy: { id: globalId('User', ADMIN.userId) },
    });
    await server.sql('DELETE FROM users WHERE id = $1', [MEMBER.userId]);
    expect(await people()).toMatchObject({ createdBy: null });
    await server.stop();
  });
});
