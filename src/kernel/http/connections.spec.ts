import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Connections, type RequestEvent } from './connections.js';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const EMPTY_SETTINGS = '\0\0\0\x04\0\0\0\0\0';

describe('Connections', () => {
  const opened: Socket[] = [];

  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });

  /** Listens, and ends its connections after the times in milliseconds. */
  async function listen(server: Server, event: RequestEvent, quiet = 50, grace = 10_000) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connections = new Connections(server, event, { quiet, grace });
    return { connections, port: (server.address() as AddressInfo).port };
  }

  async function open(port: number, sent: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    opened.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    if (sent) socket.write(sent);
    return socket;
  }

  /** Ends a listener with a silent peer, which takes as long as one without a request. */
  async function endAnother(): Promise<void> {
    const server = createHttpServer();
    const { connections, port } = await listen(server, 'request', 1);
    const accepted = once(server, 'connection');
    const peer = await open(port, '');
    await accepted;
    server.close();
    connections.end();
    await once(peer, 'close');
  }

  it.each([
    ['silent', ''],
    ['half of a preface', PREFACE.slice(0, 12)],
    ['a preface only', PREFACE],
    ['a session that never answers', PREFACE + EMPTY_SETTINGS],
  ])('ends an HTTP/2 listener with such a peer: %s', async (_, sent) => {
    const server = createHttp2Server();
    const sessions: { close(): void }[] = [];
    server.on('session', (session) => sessions.push(session));
    server.on('sessionError', () => undefined);
    const { connections, port } = await listen(server, 'stream');
    const accepted = once(server, 'connection');
    await open(port, sent);
    await accepted;
    const closed = once(server, 'close');
    server.close();
    for (const session of sessions) session.close();
    connections.end();
    expect(await closed).toEqual([]);
  });

  it.each([
    ['silent', ''],
    ['half of the headers', 'GET / HTTP/1.1\r\nHost: a'],
  ])('ends an HTTP listener with such a peer: %s', async (_, sent) => {
    const server = createHttpServer();
    const { connections, port } = await listen(server, 'request');
    const accepted = once(server, 'connection');
    await open(port, sent);
    await accepted;
    const closed = once(server, 'close');
    server.close();
    connections.end();
    expect(await closed).toEqual([]);
  });

  it('ends a TLS listener whose peer does not finish the handshake', async () => {
    const server = createTlsServer();
    const { connections, port } = await listen(server, 'request');
    const accepted = once(server, 'connection');
    await open(port, '\x16\x03\x01');
    await accepted;
    const closed = once(server, 'close');
    server.close();
    connections.end();
    expect(await closed).toEqual([]);
  });

  it('lets requests finish first, and then ends the connections that stay', async () => {
    const server = createHttp2Server();
    const { connections, port } = await listen(server, 'stream', 1);
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const silent = await open(port, '');
    const calls = once(server, 'stream');
    const call = session.request();
    const [stream] = (await calls) as [{ end(text: string): void }];
    const closed = once(server, 'close');
    server.close();
    connections.end();
    connections.end();
    await endAnother();
    expect(silent.destroyed).toBe(false);
    stream.end('stored');
    expect(String((await once(call, 'data'))[0])).toBe('stored');
    await closed;
    session.destroy();
  });

  it('ends a request that takes longer than the grace period', async () => {
    const server = createHttpServer();
    const { connections, port } = await listen(server, 'request', 1, 10);
    const requested = once(server, 'request');
    const socket = await open(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
    await requested;
    const closed = once(server, 'close');
    server.close();
    connections.end();
    await closed;
    expect(await once(socket, 'close')).toEqual([false]);
  });
});
