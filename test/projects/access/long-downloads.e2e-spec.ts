import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { connect } from '../../support/application.js';
import { aDataset } from '../../support/factories/dataset.js';
import { anExample } from '../../support/factories/dataset-example.js';
import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { type Place, placesOn } from './projects-with-roles.js';

/** Longer than servers use what they know about roles. */
const FOLLOWED_MS = 1_500;

/** Together several times as long as what connections buffer. */
const SIZE = 1_500;
const TEXT = 'x'.repeat(40_000);

describe('a download of a private project', () => {
  let server: SecuredServer;
  let place: Place;
  let datasetId: string;
  const { aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
    place = await aPlace(true);
    await sendTraces(
      server.url,
      [{ project: place.name, attributes: { 'input.value': TEXT } }],
      bearer(server.systemKey),
    );
    await copySpan();
    const dataset = await aDataset(server);
    await anExample(server, { dataset_id: dataset.id, input: { text: TEXT } });
    await copyExample(dataset.id);
    datasetId = globalId('Dataset', dataset.id);
  });
  afterAll(() => server.stop());

  const copySpan = () =>
    server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes, payload_id, payload_start, payload_length)
       SELECT trace_id, span_id || n, project_id, name, kind, status_code, status_message,
              start_time, end_time, attributes, payload_id, payload_start, payload_length
         FROM spans CROSS JOIN generate_series(1, $2) n
        WHERE project_id = $1 AND payload_id IS NOT NULL`,
      [place.rowId, SIZE],
    );
  async function copyExample(id: number): Promise<void> {
    await server.sql(
      `WITH copied AS (
         INSERT INTO dataset_examples (dataset_id, revision_id, is_live, created_version_id)
         SELECT dataset_id, revision_id, is_live, created_version_id
           FROM dataset_examples CROSS JOIN generate_series(1, $2)
          WHERE dataset_id = $1 RETURNING id)
       INSERT INTO dataset_example_revisions (example_id, version_id, kind, input, output, metadata)
       SELECT copied.id, r.version_id, r.kind, r.input, r.output, r.metadata
         FROM dataset_example_revisions r JOIN dataset_examples e ON e.id = r.example_id
        CROSS JOIN copied WHERE e.dataset_id = $1`,
      [id, SIZE],
    );
    await server.sql('UPDATE datasets SET project_id = $1 WHERE id = $2', [place.rowId, id]);
  }

  /** Begins to read, and does not read on. */
  const begin = (path: string, account: Account) =>
    new Promise<IncomingMessage>((resolve) => {
      const headers = { ...bearer(account.key), 'accept-encoding': 'identity' };
      get(`${server.url}${path}`, { headers }, (response) => {
        response.once('readable', () => resolve(response));
      });
    });

  /** Reads to the end. @returns the bytes, and whether the answer was complete. */
  async function finish(response: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
    let bytes = 0;
    try {
      for await (const piece of response) bytes += (piece as Buffer).length;
    } catch {
      return { bytes, isWhole: false };
    }
    return { bytes, isWhole: response.complete };
  }

  const spans = () => `/v1/projects/${place.id}/spans/export?format=otlp`;
  const examples = () => `/v1/datasets/${datasetId}/jsonl`;

  it('breaks off when its reader loses the role, or the application its access', async () => {
    const friend = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const user = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const { access_token: key } = await connect(server, user.cookie);
    const whole = [
      await finish(await begin(spans(), friend)),
      await finish(await begin(examples(), friend)),
    ];
    expect(whole.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    const responses = [
      await begin(spans(), friend),
      await begin(examples(), friend),
      await begin(spans(), { ...user, key }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await server.sql('DELETE FROM project_roles WHERE user_id = $1', [friend.userId]);
    await server.sql('UPDATE oauth2_grants SET revoked_at = now() WHERE user_id = $1', [
      user.userId,
    ]);
    await sleep(FOLLOWED_MS);
    const broken = await Promise.all(responses.map(finish));
    expect(broken.map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
    for (const at of [0, 1]) expect(broken[at]!.bytes).toBeLessThan(whole[at]!.bytes);
  });
});
