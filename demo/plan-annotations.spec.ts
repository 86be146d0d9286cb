import { type AnnotationPlan, CONFIGS, planAnnotations } from './plan-annotations.js';
import { Random } from './random.js';
import type { SentTrace } from './trace-sender.js';

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
    for (const { name, result } of all(plan)) {
      const config = CONFIGS.find((item) => item.name === name);
      if (config?.type === 'CATEGORICAL') {
        expect(config.values).toContainEqual({ label: result.label, score: result.score });
      }
      if (config?.type === 'CONTINUOUS') {
        expect(result.score).toBeGreaterThanOrEqual(config.lower_bound);
        expect(result.score).toBeLessThanOrEqual(config.upper_bound);
      }
    }
  });

  it('explain every verdict of a judge about an answer', () => {
    const verdicts = plan.spans.filter(({ name }) => name === 'correctness');
    expect(verdicts.every(({ result }) => result.explanation)).toBe(true);
  });
});
