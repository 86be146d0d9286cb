import { aTargetToAnnotate } from '../../support/factories/annotation.js';
import { aProject } from '../../support/factories/project.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface Project {
  names: string[];
  scores: { data: { timestamp: string }[] };
  metrics: { names: string[] };
}

const day = (date: number) => `2026-01-0${date}T00:00:00+00:00`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(['span', 'trace', 'session'] as const)('time series of %s annotations', (kind) => {
  const SERIES = `$range: TimeRange!, $bins: TimeBinConfig, $name: String`;
  const RANGE = { start: day(1), end: day(4) };
  const BINS = 'timeRange: $range, timeBinConfig: $bins';

  function ask(fields: string, variables: Record<string, unknown> = {}) {
    return server.gql<{ project: Project }>(
      `query (${SERIES}) { project: getProjectByName(name: "app") { ${fields} } }`,
      { range: RANGE, bins: { scale: 'DAY' }, ...variables },
    );
  }

  const SCORES = `scores: ${kind}AnnotationScoreTimeSeries(${BINS}) {
    names data { timestamp scoresWithLabels { label score } } }`;
  const METRICS = `metrics: ${kind}AnnotationMetricsTimeSeries(${BINS}, annotationName: $name) {
    names data { timestamp annotationSummaries { name meanScore labelFractions { label fraction } } } }`;
  const NAMES = `names: ${kind}AnnotationMetricNames(timeRange: $range)`;
  const USES_ALL = `unused: ${kind}AnnotationMetricsTimeSeries(${BINS}, annotationName: $name) { names }`;

  beforeAll(async () => {
    await emptyDatabase(server);
    const { id } = await aProject(server, { name: 'app' });
    /** Stores a target that lasts a second, and returns a function that annotates it. */
    const aTarget = async (start: string) => {
      const end_time = start.replace('00+00:00', '01+00:00');
      const given = { project_id: id, start_time: start, end_time };
      return (await aTargetToAnnotate(server, kind, given)).annotate;
    };
    const [first, again, third] = [
      await aTarget(day(1)),
      await aTarget(day(1)),
      await aTarget(day(3)),
    ];
    await first({ name: 'quality', identifier: 'a', score: 1, label: 'good' });
    await first({ name: 'quality', identifier: 'b', score: 0, label: 'bad' });
    await again({ name: 'quality', score: 0, label: 'bad' });
    await third({ name: 'quality', score: 0.25 });
    await third({ name: 'tone', label: 'warm' });
    await third({ name: 'empty', score: null, label: null });
    await third({ name: 'note', score: 1 });
    const late = await aTarget(day(4));
    await late({ name: 'late', score: 1 });
  });

  it(`have the mean score of each bin, with the same weight for each ${kind}`, async () => {
    const { data } = await ask(`${SCORES} ${USES_ALL}`);
    expect(data!.project.scores).toEqual({
      names: ['quality'],
      data: [
        { timestamp: day(1), scoresWithLabels: [{ label: 'quality', score: 0.25 }] },
        { timestamp: day(2), scoresWithLabels: [] },
        { timestamp: day(3), scoresWithLabels: [{ label: 'quality', score: 0.25 }] },
      ],
    });
  });

  it('have the summaries of one name, or of all', async () => {
    const one = await ask(METRICS, { name: 'quality' });
    const quality = (labels: [string, number][], meanScore = 0.25) => ({
      name: 'quality',
      meanScore,
      labelFractions: labels.map(([label, fraction]) => ({ label, fraction })),
    });
    const labels: [string, number][] = [
      ['bad', 0.75],
      ['good', 0.25],
    ];
    expect(one.data!.project.metrics).toEqual({
      names: ['quality'],
      data: [
        { timestamp: day(1), annotationSummaries: [quality(labels)] },
        { timestamp: day(2), annotationSummaries: [] },
        { timestamp: day(3), annotationSummaries: [quality([])] },
      ],
    });
    const all = await ask(METRICS);
    expect(all.data!.project.metrics.names).toEqual(['empty', 'quality', 'tone']);
    const none = await ask(METRICS, { name: '\0' });
    expect(none.data!.project.metrics.names).toEqual([]);
  });

  it('name what has a score or label in the range', async () => {
    const { data } = await ask(`${NAMES} ${USES_ALL}`);
    expect(data!.project.names).toEqual(['quality', 'tone']);
    const later = { range: { start: day(3), end: day(5) } };
    const { data: both } = await ask(`${NAMES} ${USES_ALL}`, later);
    expect(both!.project.names).toEqual(['late', 'quality', 'tone']);
  });

  it('have bins of months in the zone', async () => {
    const { data } = await ask(`${SCORES} ${USES_ALL}`, {
      bins: { scale: 'MONTH', utcOffsetMinutes: -60 },
    });
    expect(data!.project.scores.data).toEqual([
      {
        timestamp: '2025-12-01T01:00:00+00:00',
        scoresWithLabels: [{ label: 'quality', score: 0.25 }],
      },
      {
        timestamp: '2026-01-01T01:00:00+00:00',
        scoresWithLabels: [{ label: 'quality', score: 0.25 }],
      },
    ]);
  });

  it('are refused for invalid ranges, bins and conditions', async () => {
    const refused: [Record<string, unknown>, RegExp][] = [
      [{ range: { end: day(1) } }, /^The time range must have a start\.$/],
      [
        { range: { start: '2000-01-01T00:00:00Z' }, bins: { scale: 'MINUTE' } },
        /more than 2000 bins/,
      ],
      [{ bins: { step: 0 } }, /step/],
    ];
    for (const [variables, message] of refused) {
      const { errors } = await ask(METRICS, variables);
      expect(errors?.[0]?.message).toMatch(message);
    }
    const invalid = `names: ${kind}AnnotationMetricNames(timeRange: $range, sessionFilterCondition: "'")`;
    const { errors } = await ask(`${invalid} ${USES_ALL}`);
    expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
    const { errors: noStart } = await ask(`${NAMES} ${USES_ALL}`, { range: {} });
    expect(noStart?.[0]?.message).toBe('The time range must have a start.');
  });
});
