import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedFetch } from './bounded-fetch.js';

describe('boundedFetch', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/hangs') return;
      if (request.url === '/drips') response.write('{');
      else if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
      else if (request.url === '/large') response.end('x'.repeat(1024 * 1024 + 1));
      else if (request.url === '/empty') response.writeHead(204).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('returns the whole response', async () => {
    const answer = await boundedFetch(url, {});
    expect(answer.headers.get('content-type')).toBe('application/json');
    await expect(answer.json()).resolves.toEqual({ a: 1 });
    expect((await boundedFetch(`${url}/empty`, {})).status).toBe(204);
  });

  it('does not follow redirects', async () => {
    expect((await boundedFetch(`${url}/moved`, {})).status).toBe(302);
  });

  it('reads at most a mebibyte', async () => {
    await expect(boundedFetch(`${url}/large`, {})).rejects.toThrow('too large');
  });

  it.each(['hangs', 'drips'])('gives up if the server %s', async (path) => {
    const signal = AbortSignal.timeout(100);
    await expect(boundedFetch(`${url}/${path}`, { signal })).rejects.toThrow(/timeout|aborted/i);
  });
});
