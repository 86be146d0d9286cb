import { aSpan } from './a-span.js';
import { buildSpanTree } from './span-tree.js';
import { toBar, toTicks, toTimeScale } from './time-scale.js';

describe('toTimeScale', () => {
  const tree = buildSpanTree([
    aSpan('root', { at: 0, latencyMs: 100 }),
    aSpan('child', { parentId: 'root', at: 25, latencyMs: 50 }),
    aSpan('running', { parentId: 'root', at: 80, endTime: null, latencyMs: null }),
  ]);
  const scale = toTimeScale(tree);
  const bar = (id: string) => {
    const node = tree.byId.get(`id-${id}`);
    return node && toBar(scale, node);
  };

  it('places every bar on one scale', () => {
    expect(scale.length).toBe(100_000);
    expect(bar('root')).toEqual({ offset: 0, width: 1 });
    expect(bar('child')).toEqual({ offset: 0.25, width: 0.5 });
  });

  it('draws a span without an end up to the end', () => {
    expect(bar('running')?.offset).toBeCloseTo(0.8);
    expect(bar('running')?.width).toBeCloseTo(0.2);
  });

  it('covers the times of the trace, and works without spans', () => {
    const times = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T00:00:01Z' };
    expect(toTimeScale(tree, times).length).toBe(1_000_000);
    expect(toTimeScale(buildSpanTree([]))).toEqual({ start: 0, length: 1 });
  });

  it('is never empty, even for a trace of one instant', () => {
    expect(toTimeScale(buildSpanTree([aSpan('a', { latencyMs: 0 })])).length).toBe(1);
  });
});

describe('toTicks', () => {
  it.each([
    [100_000, [0, 50]],
    [1_000_000, [0, 500]],
    [1_480_000, [0, 500, 1000]],
    [400, [0, 0.1, 0.2, 0.3]],
    [900, [0, 0.5]],
  ])('ticks %i µs at %j ms', (length, ticks) => {
    expect(toTicks({ start: 0, length })).toEqual(ticks);
  });
});
