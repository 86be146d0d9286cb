import type { CommandLine } from '../support/command-line.js';
import { sendTraces } from '../support/send-traces.js';
import type { TestServer } from '../support/server.js';

/** The names in lines of JSON that a command printed: of spans, or of the root spans of traces. */
export function namesIn(lines: string): string[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, root_span }) => name ?? root_span.name);
}

/**
 * Follows spans while the transaction of one ends later than that of another which began after it.
 * Returns the names that were printed.
 * @param rest resolves when the command is to end.
 */
export async function followOverlappingSpans(
  server: TestServer,
  cli: CommandLine,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const project = 'overlapping';
  await sendTraces(server.url, [{ project, name: 'seen', spanId: 'ffffffffffffffff' }]);
  const following = cli.start('spans', '-p', project, '--follow', '--json');
  await following.printed('"seen"');
  const copy = (name: string) =>
    `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                        start_time, end_time, attributes)
     SELECT trace_id, '${name}', project_id, '${name}', kind, status_code, status_message,
            start_time, end_time, attributes
       FROM spans WHERE span_id = 'ffffffffffffffff'`;
  const slow = server.dataSource.createQueryRunner();
  await slow.startTransaction();
  await slow.query(copy('slow'));
  await server.sql(copy('quick'));
  await following.printed('"quick"');
  await slow.commitTransaction();
  await slow.release();
  await following.printed('"slow"');
  await rest();
  following.interrupt();
  return namesIn((await following.outcome).stdout);
}
