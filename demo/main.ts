import { parseArgs } from 'node:util';
import { RestClient } from './rest-client.ts';
import { createReviewer } from './second-reviewer.ts';
import { sendAnnotations } from './send-annotations.ts';
import { sendDashboard } from './send-dashboard.ts';
import { sendWork } from './send-work.ts';
import { stories } from './stories.ts';
import { type SentTrace, TraceSender } from './trace-sender.ts';

const HELP = `Sends about 300 realistic traces in 5 projects to a Spandrel server over OTLP, annotates
them, and creates a review queue, a dashboard, a dataset with three experiments, and two prompts. A
second run sends the traces and their annotations again, and leaves the rest unchanged.

  npm run demo -- [--endpoint http://127.0.0.1:6006] [--key spd_…] [--pause 100]

  --endpoint  URL of the server
  --key       API key, if the server requires one; also read from SPANDREL_API_KEY. With the key of
              an administrator, a second person reviews answers: demo-reviewer@example.com
  --pause     milliseconds between two traces, so you can watch the page fill; 0 for no pause
`;

const values = readArguments();
const endpoint = values?.endpoint.replace(/\/$/, '') ?? '';
const key = values?.key ?? '';
const pauseMs = Number(values?.pause);
if (!values) {
  process.exitCode = 2;
} else if (values.help || !Number.isFinite(pauseMs)) {
  process.stdout.write(HELP);
} else {
  process.exitCode = await send();
}

/** Parses the arguments. If they are not valid, prints why and returns null. */
function readArguments() {
  try {
    return parseArgs({
      options: {
        endpoint: { type: 'string', default: 'http://127.0.0.1:6006' },
        key: { type: 'string', default: process.env['SPANDREL_API_KEY'] ?? '' },
        pause: { type: 'string', default: '100' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return null;
  }
}

async function send(): Promise<number> {
  try {
    const ready = await fetch(`${endpoint}/readyz`);
    if (!ready.ok) throw new Error(`status ${ready.status}`);
  } catch (error) {
    process.stderr.write(
      `There is no Spandrel server at ${endpoint} (${(error as Error).message}). Start one with "npm start", or pass its URL with --endpoint.\n`,
    );
    return 1;
  }
  const refusal = await refusalOf();
  if (refusal) {
    process.stderr.write(`${refusal}\n`);
    return 1;
  }
  const sender = new TraceSender(endpoint, key);
  const plans = stories(Date.now());
  const sent: SentTrace[] = [];
  for (const [index, plan] of plans.entries()) {
    sent.push(await sender.send(plan));
    reportProgress(index + 1, plans.length);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (process.stdout.isTTY) process.stdout.write('\n');
  try {
    const rest = new RestClient(endpoint, key);
    const annotations = await sendAnnotations(rest, sent, () =>
      key ? createReviewer(endpoint, rest) : Promise.resolve(null),
    );
    process.stdout.write(`Annotated them ${annotations} times.\n`);
    if (await sendDashboard(rest)) process.stdout.write('Created a dashboard.\n');
    const lines = await sendWork(endpoint, key, sender);
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(
      `The traces were sent, but annotating them, or creating the dataset, experiments and prompts, failed: ${(error as Error).message}\n`,
    );
    return 1;
  } finally {
    await sender.close();
  }
}

/** Returns why the server refuses spans with this key; null if it accepts them. */
async function refusalOf(): Promise<string | null> {
  const { status } = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
    body: '{}',
  });
  if (status === 401) {
    return `${endpoint} requires ${key ? 'a different' : 'an'} API key. Create one there under Profile and pass it with --key.`;
  }
  if (status === 403)
    return 'This API key may not send spans. Use a key of a member with the scope "full".';
  return null;
}

/** Updates a single line on a terminal; otherwise, prints a line for every fifty traces. */
function reportProgress(sent: number, total: number): void {
  const line = `Sent ${sent} of ${total} traces to ${endpoint}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (sent % 50 === 0 || sent === total) process.stdout.write(`${line}\n`);
}
