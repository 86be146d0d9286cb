import { type AnnotationPlan, CONFIGS, planAnnotations } from './plan-annotations.ts';
import { Random } from './random.ts';
import type { SentTrace } from './trace-sender.ts';

const TRACES: SentTrace[] = ['support-chat', 'docs-rag', 'research-agent'].flatMap((project) =>
  Array.from({ length: 40 }, (_, index) => {
    const span = (name: string, documentCount = 0) => ({
      spanId: `${project} ${index} ${name}`,
      name,
      documentCount,
    });
    const spans = [span('root'), span('vector search', 4), span('write answer')];
    return {
      project,
      traceId: `${project} ${index}`,
      sessionId: project === 'support-chat' ? `session ${Math.floor(index / 3)}` : undefined,
      root: spans[0]!,
      spans,
    };
  }),
);

describe('the annotations of the demo', () => {
  const plan = planAnnotations(TRACES, new Random(1));
  const all = (given: AnnotationPlan) => [
    ...given.spans,
    ...given.traces,
    ...given.sessions,
    ...given.documents,
  ];

  it('are the same for the same traces', () => {
    expect(planAnnotations(TRACES, new Random(1))).toEqual(plan);
  });

  it('are about spans, traces, sessions and documents, by people, judges and checks', () => {
    for (const items of Object.values(plan)) expect(items.length).toBeGreaterThan(0);
    expect(new Set(all(plan).map(({ annotator_kind: kind }) => kind))).toEqual(
      new Set(['HUMAN', 'LLM', 'CODE']),
    );
  });

  it('use the labels and the bounds of their configs', () => {
    for (const config of CONFIGS) {
      const results = all(plan).flatMap(({ name, result }) => (name === config.name ? result : []));
      expect(results).not.toEqual([]);
      expect(results.filter((result) => !fits(config, result))).toEqual([]);
    }
  });

  it('explain every verdict of a judge about an answer', () => {
    const verdicts = plan.spans.filter(({ name }) => name === 'correctness');
    expect(verdicts.every(({ result }) => result.explanation)).toBe(true);
  });
});

type Config = (typeof CONFIGS)[number];
type Result = AnnotationPlan['spans'][number]['result'];

function fits(config: Config, { label, score }: Result): boolean {
  switch (config.type) {
    case 'CATEGORICAL':
      return config.values.some((value) => value.label === label && value.score === score);
    case 'CONTINUOUS':
      return score !== undefined && score >= config.lower_bound && score <= config.upper_bound;
    default:
      return label === undefined || score === undefined;
  }
}
