import {
  anOtlpSpan,
  JSON_TYPE,
  jsonRequest,
  type OtlpSpan,
  postTraces,
} from '../../ingest/otlp.js';
import type { TestServer } from '../../support/server.js';

/** Lets the database refuse spans with this name, until `acceptAll`. */
export async function refuseName(server: TestServer, name: string): Promise<void> {
  await server.sql(
    `ALTER TABLE spans ADD CONSTRAINT spans_refused CHECK (name <> '${name}') NOT VALID`,
  );
}

export async function acceptAll(server: TestServer): Promise<void> {
  await server.sql('ALTER TABLE spans DROP CONSTRAINT IF EXISTS spans_refused');
}

/** Sends spans of which some are refused, and returns what the answer says about these. */
export async function sendRefused(
  server: TestServer,
  project: string,
  spans: Partial<OtlpSpan>[],
  headers: Record<string, string> = {},
): Promise<{ rejectedSpans: string; errorMessage: string }> {
  const body = jsonRequest(spans.map(anOtlpSpan), { project });
  const response = await postTraces(server.url, body, { ...JSON_TYPE, ...headers });
  const answer = (await response.json()) as {
    partialSuccess?: { rejectedSpans: string; errorMessage: string };
  };
  if (!answer.partialSuccess) throw new Error(`Nothing was refused: ${response.status}`);
  return answer.partialSuccess;
}
