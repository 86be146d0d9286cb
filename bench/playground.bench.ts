/**
 * Measures what the playground adds to the time until the first token: keeps 50 chats under way with
 * a stand-in for a provider, directly and through a server in a separate process, and compares.
 * Run: `npm run bench:playground`
 *
 * The pace is that of a fast hosted model and of people who ask again at once: the first token after
 * 300 ms, then 50 a second, for 100 tokens. The chats begin evenly, not all at the same time.
 *
 * Settings: BENCH_STREAMS (50), BENCH_ROUNDS (3), BENCH_CHATS (3, of each stream in a round),
 * BENCH_FIRST_TOKEN_MS (300), BENCH_TOKEN_MS (20), BENCH_TOKENS (100), BENCH_SPREAD_MS (the time of one
 * chat; how long the first chats of all streams take to begin), BENCH_PORT (7840).
 *
 * A harder pace, at which short answers all begin within half a second:
 * `BENCH_FIRST_TOKEN_MS=200 BENCH_TOKENS=40 BENCH_CHATS=1 BENCH_SPREAD_MS=500 BENCH_ROUNDS=10`
 */
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { ServerProcess } from './ingest/server-process.js';

const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 50);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CHATS = Number(process.env['BENCH_CHATS'] ?? 3);
const FIRST_TOKEN_MS = Number(process.env['BENCH_FIRST_TOKEN_MS'] ?? 300);
const TOKEN_MS = Number(process.env['BENCH_TOKEN_MS'] ?? 20);
const TOKENS = Number(process.env['BENCH_TOKENS'] ?? 100);
const SPREAD_MS = Number(process.env['BENCH_SPREAD_MS'] ?? FIRST_TOKEN_MS + TOKENS * TOKEN_MS);
const PORT = Number(process.env['BENCH_PORT'] ?? 7840);
const CEILING_MS = 20;

const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) {
    __typename
    ... on TextChunk { content }
    ... on ChatCompletionSubscriptionError { message }
  }
}`;

const INPUT = {
  promptVersion: {
    templateFormat: 'MUSTACHE',
    template: { messages: [{ role: 'USER', content: [{ text: { text: 'Hi {{name}}' } }] }] },
    invocationParameters: { openai: {} },
    modelProvider: 'OLLAMA',
    modelName: 'm',
  },
  template: { variables: { name: 'Ada' }, format: 'MUSTACHE' },
  repetitions: 1,
};

const provider = createServer((incoming, response) => {
  incoming.resume().once('end', () => void answer(response));
});
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  const server = await ServerProcess.start(postgres.url, PORT, { OLLAMA_BASE_URL: providerUrl });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  provider.close();
  await rm(directory, { recursive: true, force: true });
}

async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await sleep(FIRST_TOKEN_MS);
  for (let at = 0; at < TOKENS; at++) {
    const choices = [{ index: 0, delta: { content: `token ${at} ` }, finish_reason: null }];
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices })}\n\n`,
    );
    await sleep(TOKEN_MS);
  }
  response.end('data: [DONE]\n\n');
}

async function measure(server: ServerProcess): Promise<void> {
  const direct = () =>
    timeToFirst(`${providerUrl}/chat/completions`, {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
  const through = () =>
    timeToFirst(`${server.url}/graphql`, { query: CHAT, variables: { input: INPUT } });
  await round(direct);
  await round(through);
  // In turns, so that a busy machine slows both down.
  const times = { direct: [] as number[], through: [] as number[] };
  let [processor, passed] = [0, 0];
  for (let at = 0; at < ROUNDS; at++) {
    times.direct.push(...(await round(direct)));
    const [cpuBefore, before] = [server.cpuSeconds, performance.now()];
    times.through.push(...(await round(through)));
    processor += server.cpuSeconds - cpuBefore;
    passed += (performance.now() - before) / 1000;
  }
  const perChat = (processor * 1000) / times.through.length;
  const directMs = quantiles(times.direct);
  const throughMs = quantiles(times.through);
  const added = throughMs.p95 - directMs.p95;
  const line = (name: string, { p50, p95 }: typeof directMs) =>
    `${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms until the first token\n`;
  process.stdout.write(
    `${STREAMS} streams at once, first token after ${FIRST_TOKEN_MS} ms, then one every ${TOKEN_MS} ms, ` +
      `${TOKENS} tokens; ${times.through.length} chats that begin over ${SPREAD_MS} ms\n` +
      line('direct', directMs) +
      line('through the playground', throughMs) +
      `added: p50 ${(throughMs.p50 - directMs.p50).toFixed(1)} ms, p95 ${added.toFixed(1)} ms, ` +
      `${(added / CEILING_MS).toFixed(2)} × ${CEILING_MS} ms\n` +
      `processor time of the server: ${perChat.toFixed(1)} ms for a chat of ${TOKENS} tokens, ` +
      `${((processor / passed) * 100).toFixed(0)} % of a core\n`,
  );
}

async function round(ask: () => Promise<number>): Promise<number[]> {
  const streams = Array.from({ length: STREAMS }, async (_, at) => {
    await sleep((SPREAD_MS * at) / STREAMS);
    const times: number[] = [];
    while (times.length < CHATS) times.push(await ask());
    return times;
  });
  return (await Promise.all(streams)).flat();
}

/**
 * Returns the milliseconds until the first token, and reads the whole answer.
 * @throws if it is not complete.
 */
async function timeToFirst(url: string, body: object): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  let [text, first] = ['', 0];
  const decoder = new TextDecoder();
  for await (const part of response.body!) {
    text += decoder.decode(part, { stream: true });
    if (first === 0 && text.includes('token 0')) first = performance.now() - begun;
  }
  if (first === 0 || !text.includes(`token ${TOKENS - 1}`)) throw new Error(text.slice(0, 1000));
  return first;
}

function quantiles(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)]!;
  return { p50: at(0.5), p95: at(0.95) };
}
