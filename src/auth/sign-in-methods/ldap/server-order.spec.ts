import { ServerOrder } from './server-order.js';

describe('ServerOrder', () => {
  let time = 0;
  const order = () => new ServerOrder(['a', 'b', 'c'], () => time);

  it('keeps the configured order', () => {
    expect(order().list()).toEqual(['a', 'b', 'c']);
  });

  it('moves a failed server to the end for a while', () => {
    const servers = order();
    servers.recordFailure('a');
    expect(servers.list()).toEqual(['b', 'c', 'a']);
    time += 31_000;
    expect(servers.list()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the order if all servers have failed', () => {
    const servers = order();
    for (const server of ['c', 'a', 'b']) servers.recordFailure(server);
    expect(servers.list()).toEqual(['a', 'b', 'c']);
  });

  it('restores a server as soon as it responds', () => {
    const servers = order();
    servers.recordFailure('a');
    servers.recordSuccess('a');
    expect(servers.list()).toEqual(['a', 'b', 'c']);
  });
});
