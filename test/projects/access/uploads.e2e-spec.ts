import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { eventually } from '../../support/eventually.js';
import { CREATE_DATASET, placesOn } from './projects-with-roles.js';

describe('uploads of datasets', () => {
  let server: SecuredServer;
  let count = 0;
  const { as, aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const newName = () => `uploaded ${++count}`;
  const upload = (account: Account, name: string, query: object, action = 'append') =>
    server.request
      .post('/v1/datasets/upload')
      .query(query)
      .set(bearer(account.key))
      .send({ action, name, inputs: [{ a: 1 }], outputs: [{ b: 1 }] });
  const findOwner = async (name: string) => {
    const [dataset] = await server.sql<{ project_id: number | null }>(
      'SELECT project_id FROM datasets WHERE name = $1',
      [name],
    );
    return dataset?.project_id;
  };
  /** Waits until the queue has stored or refused an upload. Returns why it was refused. */
  const findEnd = (name: string) =>
    eventually('the end of the upload', async () => {
      const [row] = await server.sql<{ status: string; error: string | null }>(
        'SELECT status, error FROM dataset_uploads WHERE name = $1 ORDER BY id DESC LIMIT 1',
        [name],
      );
      return row && ['DONE', 'FAILED'].includes(row.status) ? row : null;
    });

  it('reach no dataset of another team by its name', async () => {
    const place = await aPlace(true);
    const manager = await anAccount('MEMBER', [[place, 'MANAGER']]);
    const name = newName();
    await as(manager, CREATE_DATASET, { input: { name, projectId: place.id } });
    for (const action of ['append', 'create', 'update']) {
      const response = await upload(server.accounts.MEMBER, name, { sync: true }, action);
      expect([action, response.status]).toEqual([action, 409]);
    }
    expect((await upload(manager, name, { sync: true })).status).toBe(200);
    expect((await upload(server.accounts.MEMBER, name, { sync: false })).status).toBe(409);
    const [examples] = await server.sql<{ count: number }>(
      'SELECT count(*) FROM dataset_examples e JOIN datasets d ON d.id = e.dataset_id WHERE d.name = $1',
      [name],
    );
    expect(examples!.count).toBe(1);
  });

  it('belong to the project that they name, at once or queued, by ID or name', async () => {
    const place = await aPlace(true);
    const member = await anAccount('VIEWER', [[place, 'MEMBER']]);
    for (const [sync, project] of [
      [true, place.id],
      [false, place.name],
    ] as const) {
      const name = newName();
      const { status, headers } = await upload(member, name, { sync, project });
      expect(status).toBe(200);
      if (!sync) {
        const id = headers['x-spandrel-upload-id'];
        const find = (account: Account) =>
          as<{ datasetUpload: object | null }>(
            account,
            'query ($id: ID!) { datasetUpload(id: $id) { datasetName } }',
            { id },
          );
        expect((await find(server.accounts.MEMBER)).data).toEqual({ datasetUpload: null });
        expect((await find(member)).data).toEqual({ datasetUpload: { datasetName: name } });
        expect(await findEnd(name)).toEqual({ status: 'DONE', error: null });
      }
      expect(await findOwner(name)).toBe(place.rowId);
      expect((await upload(member, name, { sync: true, project })).status).toBe(200);
      expect((await upload(member, name, { sync: true })).status).toBe(200);
    }
  });

  it('belong to no project of which the sender is no member', async () => {
    const place = await aPlace(true);
    const open = await aPlace(false);
    const viewer = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const limited = await anAccount('VIEWER', [[place, 'MEMBER']]);
    for (const [account, project] of [
      [server.accounts.MEMBER, place.name],
      [viewer, place.id],
      [limited, open.name],
      [limited, 'no such project'],
    ] as const) {
      for (const sync of [true, false]) {
        const { status, text } = await upload(account, newName(), { sync, project });
        expect([status, text]).toEqual([404, `Project "${project}" not found.`]);
      }
    }
    expect((await upload(viewer, newName(), { sync: true, project: open.name })).status).toBe(200);
  });

  it('say that a project must be named, if the sender is only a member of some', async () => {
    const place = await aPlace(true);
    const limited = await anAccount('VIEWER', [[place, 'MEMBER']]);
    const { status, text } = await upload(limited, newName(), { sync: false });
    expect([status, text]).toEqual([
      403,
      'Name a project of which you are a member, with ?project=NAME.',
    ]);
  });

  it('never put what is for one project into a dataset of another', async () => {
    const place = await aPlace(true);
    const member = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const name = newName();
    const query = { sync: true, project: place.name };
    expect((await upload(member, name, { sync: true })).status).toBe(200);
    const { status, text } = await upload(member, name, query);
    const message = `Dataset "${name}" does not belong to this project. Upload without a project, or move the dataset first.`;
    expect([status, text]).toEqual([409, message]);
    expect((await upload(member, name, { ...query, sync: false })).status).toBe(200);
    expect(await findEnd(name)).toEqual({ status: 'FAILED', error: message });
    expect(await findOwner(name)).toBeNull();
  });

  it('refuses waiting uploads once the sender is no member of the project any more', async () => {
    const place = await aPlace(true);
    const name = newName();
    await server.sql(
      `INSERT INTO dataset_uploads (name, action, are_splits_provided, user_id, project_id)
       VALUES ($1, 'append', false, $2, $3)`,
      [name, server.accounts.MEMBER.userId, place.rowId],
    );
    await upload(server.accounts.MEMBER, newName(), { sync: false });
    expect(await findEnd(name)).toEqual({ status: 'FAILED', error: 'The project was not found.' });
    expect(await findOwner(name)).toBeUndefined();
  });

  it.each([
    ['has left', 'deactivated_at = now()'],
    ['may only read by now', "role = 'VIEWER'"],
  ])(
    'are refused while they wait if the sender %s, and those after them stored',
    async (_, change) => {
      const place = await aPlace(true);
      const sender = await anAccount('MEMBER', [[place, 'VIEWER']]);
      const [name, later] = [newName(), newName()];
      await server.sql(`UPDATE users SET ${change} WHERE id = $1`, [sender.userId]);
      await server.sql(
        `INSERT INTO dataset_uploads (name, action, are_splits_provided, user_id)
       VALUES ($1, 'append', false, $2)`,
        [name, sender.userId],
      );
      await upload(server.accounts.MEMBER, later, { sync: false });
      const error = 'You can no longer change datasets.';
      expect(await findEnd(name)).toEqual({ status: 'FAILED', error });
      expect(await findEnd(later)).toMatchObject({ status: 'DONE' });
    },
  );
});
