/**
 * Stands in for a model provider, in a separate process: answers each chat after a while, and refuses
 * what exceeds its limit. Sends its address to the parent, and its figures when the parent asks.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LATENCY_MS = Number(process.env['BENCH_LATENCY_MS']);
const LIMIT = Number(process.env['BENCH_LIMIT']);

const chunk = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`;

const ANSWER = [
  chunk({ content: 'The capital ' }),
  chunk({ content: 'is Paris.' }),
  chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  chunk({}, { choices: [], usage: { prompt_tokens: 50, completion_tokens: 5, total_tokens: 55 } }),
  'data: [DONE]\n\n',
].join('');

let [inFlight, answered, refused, most] = [0, 0, 0, 0];

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    if (inFlight >= LIMIT) {
      refused += 1;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after-ms': '100' });
      response.end('{"error":{"message":"Too many requests."}}');
      return;
    }
    inFlight += 1;
    most = Math.max(most, inFlight);
    void sleep(LATENCY_MS).then(() => {
      inFlight -= 1;
      answered += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(ANSWER);
    });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ answered, refused, most, providerCpu: (user + system) / 1e6 });
});
