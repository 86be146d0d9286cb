import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { sendTraces } from '../../support/send-traces.js';
import { type Place, placesOn } from './places.js';

/** Longer than servers use what they know about roles. */
const FOLLOWED_MS = 1_500;

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
    const spans = Array.from({ length: SIZE }, () => ({
      project: place.name,
      attributes: { 'input.value': TEXT },
    }));
    for (let from = 0; from < SIZE; from += 100) {
      await sendTraces(server.url, spans.slice(from, from + 100), bearer(server.systemKey));
    }
    datasetId = await upload();
  });
  afterAll(() => server.stop());

  /** Stores a dataset of the project. @returns its global ID. */
  async function upload(): Promise<string> {
    const inputs = Array.from({ length: SIZE }, (_, number) => ({ number, text: TEXT }));
    const { body } = await server.request
      .post('/v1/datasets/upload?sync=true')
      .set(bearer(server.systemKey))
      .send({ action: 'create', name: 'large', inputs })
      .expect(200);
    await server.sql("UPDATE datasets SET project_id = $1 WHERE name = 'large'", [place.rowId]);
    return body.data.dataset_id;
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

  const hide = async ({ userId }: Account) => {
    await server.sql('DELETE FROM project_roles WHERE user_id = $1', [userId]);
    await sleep(FOLLOWED_MS);
  };

  it.each([
    ['spans', () => `/v1/projects/${place.id}/spans/export?format=otlp`],
    ['examples', () => `/v1/datasets/${datasetId}/jsonl`],
  ])('of %s breaks off when its reader loses the role', async (_, path) => {
    const friend = await anAccount('MEMBER', [[place, 'VIEWER']]);
    const whole = await finish(await begin(path(), friend));
    expect(whole.isWhole).toBe(true);
    const response = await begin(path(), friend);
    expect(response.statusCode).toBe(200);
    await hide(friend);
    const { bytes, isWhole } = await finish(response);
    expect(isWhole).toBe(false);
    expect(bytes).toBeLessThan(whole.bytes / 2);
  });
});
