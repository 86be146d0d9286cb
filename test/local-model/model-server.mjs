/**
 * Serves a small language model by OpenAI's chat completions, one chat at a time. Its argument is the
 * directory that `.ci/local-model` prints. Sends its address to the parent, and the number of abandoned
 * chats when the parent asks.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const MODEL = 'smollm2-135m';
const MAX_TOKENS = 32;

const directory = process.argv[2];
const runtime = join(directory, 'node_modules/node-llama-cpp/dist/index.js');
const { getLlama, LlamaChatSession } = await import(pathToFileURL(runtime).href);

// More threads would wait for each other beside other tests.
const llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1, logLevel: 'error' });
const model = await llama.loadModel({ modelPath: join(directory, 'model.gguf') });
const context = await model.createContext({ contextSize: 1024, threads: 1 });
const sequence = context.getSequence();

let abandoned = 0;
let turn = Promise.resolve();

const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', () => process.send({ abandoned }));
process.send({ url: `http://127.0.0.1:${server.address().port}/v1` });

async function respond(request, response) {
  const body = await text(request);
  if (request.url === '/v1/models') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [{ id: MODEL, object: 'model' }] }));
    return;
  }
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  turn = turn.then(() => answer(JSON.parse(body), response, left.signal)).catch(console.error);
}

async function answer({ messages, temperature, max_tokens: most }, response, signal) {
  const textOf = (role) => messages.findLast((message) => message.role === role)?.content;
  await sequence.clearHistory();
  const session = new LlamaChatSession({
    contextSequence: sequence,
    systemPrompt: textOf('system'),
    autoDisposeSequence: false,
  });
  const write = (choices, rest = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 1, model: MODEL, choices, ...rest })}\n\n`,
    );
  const choice = (delta, finish_reason = null) => [{ index: 0, delta, finish_reason }];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const before = sequence.tokenMeter.getState();
  const { stopReason } = await session.promptWithMeta(textOf('user'), {
    temperature,
    maxTokens: most ?? MAX_TOKENS,
    signal,
    stopOnAbortSignal: true,
    onTextChunk: (content) => write(choice({ content })),
  });
  session.dispose();
  if (signal.aborted) {
    abandoned += 1;
    return;
  }
  const used = sequence.tokenMeter.diff(before);
  write(choice({}, stopReason === 'maxTokens' ? 'length' : 'stop'));
  write([], {
    usage: {
      prompt_tokens: used.usedInputTokens,
      completion_tokens: used.usedOutputTokens,
      total_tokens: used.usedInputTokens + used.usedOutputTokens,
    },
  });
  response.end('data: [DONE]\n\n');
}
