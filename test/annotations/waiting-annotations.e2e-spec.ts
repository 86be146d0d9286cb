import { randomBytes } from 'node:crypto';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { AnnotationWritingService } from '../support/built.js';
import { eventually } from '../support/eventually.js';
import { globalId } from '../support/global-id.js';
import { aTarget, TARGETS } from './targets.js';

let server: SecuredServer;

beforeAll(async () => {
  server = await startSecuredServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('annotations of several people that wait for a $noun', ({ noun, key }) => {
  let author: Account;
  let other: Account;
  let admin: Account;
  let id: string;

  beforeAll(async () => {
    author = server.accounts.MEMBER;
    other = await server.createAccount('MEMBER');
    admin = server.accounts.ADMIN;
  });
  beforeEach(() => {
    id = randomBytes(16).toString('hex');
  });

  const send = async (account: Account, label: string, target = id) => {
    const response = await server.request
      .post(`/v1/${noun}_annotations`)
      .set(bearer(account.key))
      .send({
        data: [{ [key]: target, name: 'quality', annotator_kind: 'HUMAN', result: { label } }],
      });
    expect([response.status, response.body]).toEqual([200, { data: [] }]);
  };
  const insert = (table: string, account: Account, label: string) =>
    server.sql(
      `INSERT INTO ${table} (target, target_key, document_position, name, identifier,
         annotator_kind, label, metadata, source, user_id, received_at, next_attempt_at)
       VALUES ($1, $2, 0, 'quality', '', 'HUMAN', $3, '{}', 'API', $4, now(), now())`,
      [noun, id, label, account.userId],
    );
  const arrive = () => aTarget(server, { noun }, { chosenId: id });
  const emptied = () =>
    eventually('an empty queue', async () => {
      const waiting = await server.sql('SELECT FROM waiting_annotations WHERE target_key = $1', [
        id,
      ]);
      return waiting.length === 0;
    });
  const stored = () =>
    server.sql(`SELECT label, user_id FROM ${noun}_annotations WHERE ${key} = $1`, [id]);

  it('are not replaced by somebody who knows its ID', async () => {
    await send(author, 'a');
    await send(author, 'b');
    await send(other, 'c');
    const { project } = await arrive();
    await emptied();
    expect(await stored()).toEqual([{ label: 'b', user_id: author.userId }]);
    const { body } = await server.request
      .get(`/v1/projects/${project}/ingestion_errors`)
      .set(bearer(other.key));
    expect(body.data).toMatchObject([{ reason: 'annotation_not_own' }]);
  });

  it('are stored in the order in which they came, even if a later one is due first', async () => {
    await send(author, 'a');
    await send(admin, 'b');
    await send(other, 'c');
    await server.sql(
      `UPDATE waiting_annotations SET next_attempt_at = now() + interval '1 h'
        WHERE target_key = $1 AND user_id <> $2`,
      [id, other.userId],
    );
    await arrive();
    await emptied();
    expect(await stored()).toEqual([{ label: 'b', user_id: admin.userId }]);
  });

  it('are stored in the order in which they came, even if the target arrives while they are tried', async () => {
    await send(author, 'a');
    await send(other, 'b');
    const writing = server.app.get(AnnotationWritingService, { strict: false });
    const findTargets = writing.findTargets.bind(writing);
    let arrived: Promise<unknown> | undefined;
    writing.findTargets = async (target, sent) => {
      const found = await findTargets(target, sent);
      if (sent.some(({ targetKey }) => targetKey === id)) await (arrived ??= arrive());
      return found;
    };
    try {
      await emptied();
    } finally {
      writing.findTargets = findTargets;
    }
    expect(await stored()).toEqual([{ label: 'a', user_id: author.userId }]);
  });

  it('replace what has been stored since only with the rights of their sender', async () => {
    await arrive();
    await send(author, 'a');
    const late = async (account: Account, label: string) => {
      await insert('waiting_annotations', account, label);
      await send(account, label, randomBytes(16).toString('hex'));
      await emptied();
    };
    await late(other, 'b');
    expect(await stored()).toEqual([{ label: 'a', user_id: author.userId }]);
    await late(admin, 'c');
    expect(await stored()).toEqual([{ label: 'c', user_id: admin.userId }]);
  });

  it('are gone with the user who sent them', async () => {
    const leaver = await server.createAccount('MEMBER');
    await send(leaver, 'a');
    await send(author, 'b');
    const { errors } = await server.gqlAs(
      cookieOf(admin),
      'mutation ($ids: [ID!]!) { deleteUsers(input: { userIds: $ids }) { __typename } }',
      { ids: [globalId('User', leaver.userId)] },
    );
    expect(errors).toBeUndefined();
    await arrive();
    await emptied();
    expect(await stored()).toEqual([{ label: 'b', user_id: author.userId }]);
  });

  it('are not stored once their sender may only read', async () => {
    const reader = await server.createAccount('MEMBER');
    await send(reader, 'a');
    await send(author, 'b');
    await server.sql("UPDATE users SET role = 'VIEWER' WHERE id = $1", [reader.userId]);
    await arrive();
    const first = await eventually('an annotation', async () => {
      const rows = await stored();
      return rows.length > 0 && rows;
    });
    expect(first).toEqual([{ label: 'b', user_id: author.userId }]);
    await server.sql('DELETE FROM waiting_annotations');
  });

  it('do not wait for those of a sender that cannot be tried', async () => {
    const reader = await server.createAccount('MEMBER');
    await send(reader, 'a', `first ${id}`);
    await server.sql("UPDATE users SET role = 'VIEWER' WHERE id = $1", [reader.userId]);
    // What limits their connection is missing, as without the privilege to create it.
    await server.sql('ALTER SCHEMA public_visible RENAME TO elsewhere');
    try {
      await send(author, 'b');
      await arrive();
      await emptied();
    } finally {
      await server.sql('ALTER SCHEMA elsewhere RENAME TO public_visible');
      await server.sql('DELETE FROM waiting_annotations');
    }
    expect(await stored()).toEqual([{ label: 'b', user_id: author.userId }]);
  });

  it('are taken over from a server of an earlier version', async () => {
    await insert('pending_annotations', author, 'a');
    await send(other, 'b');
    await arrive();
    await emptied();
    expect(await stored()).toEqual([{ label: 'a', user_id: author.userId }]);
  });
});
