import { sendTraces } from '../support/send-traces.js';
import type { TestServer } from '../support/server.js';

const SENT = 100;

/**
 * Stores a hundred times as many spans of 20 kB in the project `large`. Most are copies, which are stored
 * much faster than spans are sent.
 */
export async function fillLargeProject(server: TestServer, hundreds: number): Promise<void> {
  const spans = Array.from({ length: SENT }, () => ({
    project: 'large',
    attributes: { 'input.value': 'x'.repeat(20_000) },
  }));
  await sendTraces(server.url, spans);
  await server.sql(
    `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                        start_time, end_time, attributes, payload_id, payload_start, payload_length)
     SELECT trace_id, span_id || n, project_id, name, kind, status_code, status_message,
            start_time, end_time, attributes, payload_id, payload_start, payload_length
       FROM spans CROSS JOIN generate_series(1, ${hundreds - 1}) n
      WHERE project_id = (SELECT id FROM projects WHERE name = 'large')`,
  );
}
