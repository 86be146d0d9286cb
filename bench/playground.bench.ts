/**
 * Measures what the playground adds to the time until the first token: streams 50 chats at once from
 * a stand-in for a provider, directly and through a server in a separate process, and compares.
 * Run: `npm run bench:playground`
 *
 * Settings: BENCH_STREAMS (50), BENCH_ROUNDS (10), BENCH_PORT (7840).
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
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const PORT = Number(process.env['BENCH_PORT'] ?? 7840);
const CEILING_MS = 20;

/** How a model answers: the time until its first token, then a token at a time. */
const FIRST_TOKEN_MS = 200;
const TOKENS = 40;
const TOKEN_MS = 20;

/** The requests of one round do not all begin in the same millisecond. */
const SPREAD_MS = 500;

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
  const begunAt = server.cpuSeconds;
  for (let at = 0; at < ROUNDS; at++) {
    times.direct.push(...(await round(direct)));
    times.through.push(...(await round(through)));
  }
  const perChat = ((server.cpuSeconds - begunAt) * 1000) / (STREAMS * ROUNDS);
  const directMs = quantiles(times.direct);
  const throughMs = quantiles(times.through);
  const added = throughMs.p95 - directMs.p95;
  const line = (name: string, { p50, p95 }: typeof directMs) =>
    `${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms until the first token\n`;
  process.stdout.write(
    `${STREAMS} streams at once, ${ROUNDS} rounds\n` +
      line('direct', directMs) +
      line('through the playground', throughMs) +
      `added: p50 ${(throughMs.p50 - directMs.p50).toFixed(1)} ms, p95 ${added.toFixed(1)} ms, ` +
      `${(added / CEILING_MS).toFixed(2)} × ${CEILING_MS} ms\n` +
      `processor time of the server: ${perChat.toFixed(1)} ms for a chat of ${TOKENS} tokens\n`,
  );
}

function round(ask: () => Promise<number>): Promise<number[]> {
  return Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      await sleep((SPREAD_MS * at) / STREAMS);
      return ask();
    }),
  );
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
