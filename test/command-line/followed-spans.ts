import type { CommandLine } from '../support/command-line.js';
import { sendTraces } from '../support/send-traces.js';
import type { TestServer } from '../support/server.js';

/** Commands that follow the spans and the traces of a project, as JSON. */
interface Followers {
  spans: ReturnType<CommandLine['start']>;
  traces: ReturnType<CommandLine['start']>;
}

/** The names in lines of JSON that a command printed: of spans, or of the root spans of traces. */
export function namesIn(lines: string): string[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ name, root_span }) => name ?? root_span.name);
}

/** Sends spans and traces with the names that `expectFollowed` expects, and waits until they are printed. */
export async function sendFollowed(
  url: string,
  project: string,
  { spans, traces }: Followers,
): Promise<void> {
  await sendTraces(url, [{ project, name: 'second', children: [{ name: 'part' }] }]);
  await spans.printed('"part"');
  await traces.printed('"second"');
  await sendTraces(url, [{ project, name: 'third' }]);
  await spans.printed('"third"');
  await traces.printed('"third"');
}

/** Interrupts both commands. Expects that each has printed what was there and what came later, once. */
export async function expectFollowed({ spans, traces }: Followers, messages: string) {
  for (const running of [spans, traces]) running.interrupt();
  const [ofSpans, ofTraces] = await Promise.all([spans.outcome, traces.outcome]);
  expect([ofSpans.code, ofTraces.code]).toEqual([0, 0]);
  expect(namesIn(ofTraces.stdout)).toEqual(['oldest', 'first', 'second', 'third']);
  const names = namesIn(ofSpans.stdout);
  expect(names.slice(0, 2).toSorted()).toEqual(['child', 'first']);
  expect(names.slice(2, 4).toSorted()).toEqual(['part', 'second']);
  expect(names.slice(4)).toEqual(['third']);
  expect(ofSpans.stderr).toBe(messages);
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
