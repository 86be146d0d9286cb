import { type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { placesOn } from './projects-with-roles.js';

const PREVIEW = `query ($id: ID!) { node(id: $id) { ... on Project {
  maskingPreview(rules: {}) { partCount } } } }`;
const PATCH = `mutation ($input: PatchProjectMaskingInput!) {
  patchProjectMasking(input: $input) { project { id } } }`;

describe('masking', () => {
  let server: SecuredServer;
  const { as, aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('is previewed and changed by managers of the project', async () => {
    const place = await aPlace(true);
    const manager = await anAccount('VIEWER', [[place, 'MANAGER']]);
    const { id } = place;
    expect((await as(manager, PREVIEW, { id })).data).toEqual({ node: { maskingPreview: [] } });
    const patched = await as(manager, PATCH, { input: { projectId: id, rules: {} } });
    expect(patched.data).toEqual({ patchProjectMasking: { project: { id } } });
  });

  it('is neither by members of the project', async () => {
    const place = await aPlace(true);
    const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const { id } = place;
    for (const [query, variables] of [
      [PREVIEW, { id }],
      [PATCH, { input: { projectId: id, rules: {} } }],
    ] as const) {
      expect((await as(member, query, variables)).errors).toBeDefined();
    }
  });
});
