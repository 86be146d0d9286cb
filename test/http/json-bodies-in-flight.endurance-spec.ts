import { bearer, startSecuredServer } from '../support/accounts.js';
import { aBody, answerOf, JSON_TYPE, MEBIBYTE, startBody } from './stalled-bodies.js';

describe('JSON bodies that arrive at once', () => {
  it('are cut off when they stop arriving, which makes room for others', async () => {
    const server = await startSecuredServer({ SPANDREL_JSON_MAX_IN_FLIGHT_MIB: '8' });
    const admin = bearer(server.accounts.ADMIN.key);
    const stalled = ['/v1/projects', '/graphql'].map((path) =>
      startBody(server.url + path, 4 * MEBIBYTE - 1000, admin),
    );
    const answers = await Promise.all(stalled.map(answerOf));
    expect(answers.map(({ status }) => status)).toEqual([408, 408]);
    expect(answers[0]!.headers.connection).toBe('close');
    expect(JSON.parse(answers[1]!.text)).toEqual({
      errors: [expect.objectContaining({ extensions: { code: 'REQUEST_TIMEOUT' } })],
    });
    const { status } = await fetch(`${server.url}/v1/projects`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...admin },
      body: aBody(7 * MEBIBYTE),
    });
    expect(status).toBe(422);
    await server.stop();
  }, 40_000);
});
