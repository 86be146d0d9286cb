import { DataSource } from 'typeorm';
import { startTestServer } from '../server.js';
import { assertReplaceable } from './replaced-methods.js';

describe('the runtime of test files', () => {
  it('gives tests the packages of the built server, in one realm', async () => {
    const server = await startTestServer();
    expect(server.app.get(DataSource)).toBeInstanceOf(DataSource);
    const rows = await server.sql('SELECT 1');
    expect(rows).toBeInstanceOf(Array);
    await server.stop();
  });

  it('says what to do if a release of Jest lacks a method that it replaces', () => {
    const runtime = { requireInternalModule: () => undefined, esmLoader: {} };
    expect(() => assertReplaceable(runtime)).toThrow(
      /no esmLoader\.getContext, .*pin the release before in package\.json.*adapt test\/support\/jest\/runtime\.mjs/,
    );
  });
});
