import { listClients } from './mcp-clients.js';

const URL = 'https://ai.example.com/mcp';

describe('listClients', () => {
  it('offers to sign in, or to send an API key, if the server requires either', () => {
    const [signingIn, ...others] = listClients(URL, true);
    expect(signingIn).toEqual({
      label: 'Claude Code',
      code: `claude mcp add --transport http spandrel ${URL}`,
    });
    for (const { code } of others) {
      expect(code).toContain(URL);
      expect(code).toMatch(/Authorization"?: "?Bearer /);
    }
  });

  it('leaves the key out otherwise', () => {
    const clients = listClients(URL, false);
    expect(clients[0]?.code).toBe(`claude mcp add --transport http spandrel ${URL}`);
    for (const { code } of clients.slice(1)) {
      expect(code).not.toContain('Bearer');
      expect(JSON.parse(code)).toBeInstanceOf(Object);
    }
  });
});
