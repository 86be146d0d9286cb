import { PhoenixClient } from './phoenix-client.js';

const { jest } = import.meta;

describe('PhoenixClient', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['http://localhost:6006', 'identity'],
    ['http://127.0.0.1:6006/phoenix', 'identity'],
    ['https://phoenix.example.com', null],
  ])('asks %s for the encoding %s, besides what fetch asks for', async (url, encoding) => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ data: [] }));
    await new PhoenixClient(url, 'key').get('/v1/projects');
    const headers = new Headers(fetched.mock.calls[0]![1]?.headers);
    expect(headers.get('Accept-Encoding')).toBe(encoding);
    expect(headers.get('Authorization')).toBe('Bearer key');
  });
});
