import { ServerOrder } from './server-order.js';

describe('ServerOrder', () => {
  let time = 0;
  const order = () => new ServerOrder(['a', 'b', 'c'], () => time);

  it('is the order that the operator gave', () => {
    expect(order().next()).toEqual(['a', 'b', 'c']);
  });

  it('asks a server that failed last, and forgets after a while', () => {
    const servers = order();
    servers.failed('a');
    expect(servers.next()).toEqual(['b', 'c', 'a']);
    time += 31_000;
    expect(servers.next()).toEqual(['a', 'b', 'c']);
  });

  it('asks all of them when all have failed', () => {
    const servers = order();
    for (const server of ['c', 'a', 'b']) servers.failed(server);
    expect(servers.next()).toEqual(['a', 'b', 'c']);
  });

  it('takes a server back as soon as it answers', () => {
    const servers = order();
    servers.failed('a');
    servers.succeeded('a');
    expect(servers.next()).toEqual(['a', 'b', 'c']);
  });
});
