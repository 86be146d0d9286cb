import { parseArgs } from 'node:util';
import { sendWork } from './send-work.js';
import { stories } from './stories.js';
import { TraceSender } from './trace-sender.js';

const HELP = `Sends about 300 realistic traces of 5 projects to a Spandrel server over OTLP, and makes a
dataset with three experiments and two prompts there. A second run sends the traces again and leaves
the rest as it is.

  npm run demo -- [--endpoint http://127.0.0.1:6006] [--key spd_…] [--pause 100]

  --endpoint  where the server is
  --key       an API key, where the server asks for one; also read from SPANDREL_API_KEY
  --pause     milliseconds between two traces, so that the page can be watched filling; 0 for none
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

/** Null, after saying why, when they are not understood. */
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
    if (!ready.ok) throw new Error(`it answered ${ready.status}`);
  } catch (error) {
    process.stderr.write(
      `No Spandrel server at ${endpoint} (${(error as Error).message}). Start one with "npm start", or name it with --endpoint.\n`,
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
  for (const [index, plan] of plans.entries()) {
    await sender.send(plan);
    reportProgress(index + 1, plans.length);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (process.stdout.isTTY) process.stdout.write('\n');
  try {
    const lines = await sendWork(endpoint, key, sender);
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(
      `The traces are sent; the dataset, experiments and prompts are not all made: ${(error as Error).message}\n`,
    );
    return 1;
  } finally {
    await sender.close();
  }
}

/** Why the server would not take spans with this key; null when it takes them. */
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
    return `${endpoint} asks for ${key ? 'another' : 'an'} API key. Make one there under Profile, and pass it with --key.`;
  }
  if (status === 403)
    return 'This API key may not send spans; take one of a member with the scope "full".';
  return null;
}

/** One line that counts up on a terminal; elsewhere a line for every fifty traces. */
function reportProgress(sent: number, total: number): void {
  const line = `${sent} of ${total} traces sent to ${endpoint}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (sent % 50 === 0 || sent === total) process.stdout.write(`${line}\n`);
}
