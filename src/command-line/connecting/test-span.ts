import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../errors/command-error.js';
import { encodePart, RefusedError, type RestClient } from '../connection/rest-client.js';

const PATIENCE_MS = 30_000;
const POLL_MS = 250;

/** Sends a trace with one span. @returns the ID of the trace. */
export async function sendTestSpan(client: RestClient, project: string): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const now = BigInt(Date.now()) * 1_000_000n;
  const span = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: 'spandrel connect',
    kind: 1,
    startTimeUnixNano: String(now - 1_000_000n),
    endTimeUnixNano: String(now),
    attributes: [
      toAttribute('openinference.span.kind', 'CHAIN'),
      toAttribute('input.value', 'Do traces arrive?'),
      toAttribute('output.value', 'Yes.'),
    ],
    status: { code: 1 },
  };
  const attributes = [
    toAttribute('openinference.project.name', project),
    toAttribute('service.name', 'spandrel connect'),
  ];
  const scopeSpans = [{ scope: { name: 'spandrel' }, spans: [span] }];
  const body = { resourceSpans: [{ resource: { attributes }, scopeSpans }] };
  const { partialSuccess } = await client.post<{ partialSuccess?: { errorMessage?: string } }>(
    'traces',
    body,
  );
  if (partialSuccess?.errorMessage) {
    throw new CommandError(`The test span was not stored: ${partialSuccess.errorMessage}`);
  }
  return traceId;
}

/**
 * Waits until a trace can be read. @returns the address of its page.
 * @throws CommandError if it cannot be read in time.
 */
export async function waitForTrace(client: RestClient, traceId: string): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
    try {
      const { data } = await client.get<{ data: { project_id: string } }>(
        `traces/${encodePart(traceId)}`,
      );
      return `${client.url}/projects/${encodePart(data.project_id)}/traces/${traceId}`;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 404) throw error;
      if (Date.now() < end) continue;
      throw new CommandError(
        'The test span was sent, but it could not be read within 30 seconds. Look at the ingestion page of the project.',
      );
    }
  }
}

function toAttribute(key: string, stringValue: string) {
  return { key, value: { stringValue } };
}
