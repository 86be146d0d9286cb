import type { SpanPlan } from './span-plan.ts';
import { stories } from './stories.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const plans = stories(NOW);

function spansOf(plan: SpanPlan): SpanPlan[] {
  return [plan, ...(plan.children ?? []).flatMap(spansOf)];
}

describe('the demo', () => {
  it('tells about three hundred stories in five projects', () => {
    expect(plans.length).toBeGreaterThan(280);
    expect(plans.length).toBeLessThan(320);
    expect(new Set(plans.map((plan) => plan.project)).size).toBe(5);
  });

  it('tells the same stories every time', () => {
    expect(stories(NOW)).toEqual(plans);
  });

  it('covers the last week and ends in the past, oldest first', () => {
    const starts = plans.map((plan) => plan.startTimeMs);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(Math.min(...starts)).toBeGreaterThan(NOW - 7 * 24 * 3600 * 1000);
    expect(Math.max(...starts)).toBeLessThan(NOW);
  });

  it('includes every kind of span, a failing tool and an image', () => {
    const spans = plans.flatMap((plan) => spansOf(plan.root));
    const kinds = new Set(spans.map((span) => span.attributes['openinference.span.kind']));
    for (const kind of [
      'AGENT',
      'CHAIN',
      'LLM',
      'TOOL',
      'RETRIEVER',
      'RERANKER',
      'EMBEDDING',
      'GUARDRAIL',
      'EVALUATOR',
      'PROMPT',
    ]) {
      expect(kinds).toContain(kind);
    }
    expect(spans.some((span) => span.exception?.type === 'TimeoutError')).toBe(true);
    const values = spans.flatMap((span) => Object.values(span.attributes));
    expect(
      values.some((value) => typeof value === 'string' && value.startsWith('data:image/png')),
    ).toBe(true);
  });

  it('reads no more tokens from a cache than a prompt has', () => {
    const cached = plans
      .flatMap((plan) => spansOf(plan.root))
      .map(({ attributes }) => ({
        prompt: Number(attributes['llm.token_count.prompt']),
        read: Number(attributes['llm.token_count.prompt_details.cache_read']),
      }))
      .filter(({ read }) => !Number.isNaN(read));
    expect(cached.length).toBeGreaterThan(100);
    expect(cached.filter(({ prompt, read }) => read <= 0 || read >= prompt)).toEqual([]);
  });
});
