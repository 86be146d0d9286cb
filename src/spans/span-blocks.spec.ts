import { ClusterDistribution } from '../kernel/sql/cluster-distribution.js';
import { DistributedWhere } from '../kernel/sql/distributed-where.js';
import type { Distribution } from '../kernel/sql/distribution.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { isInBlocks, selectSpansOfBlocks } from './span-blocks.js';

/** Returns a function that adds parameters, and the parameters. */
function binding(): { bind: (value: unknown) => string; values: unknown[] } {
  const values: unknown[] = [];
  return { bind: (value) => `$${values.push(value)}`, values };
}

describe('the condition that a span is in blocks', () => {
  it('joins consecutive blocks in one range', () => {
    const { bind, values } = binding();
    expect(isInBlocks([7, 3, 4, 4], bind)).toBe(
      '(s.id >= $1::bigint AND s.id < $2::bigint OR s.id >= $3::bigint AND s.id < $4::bigint)',
    );
    expect(values).toEqual([96, 160, 224, 256]);
  });

  it('is never true without blocks', () => {
    expect(isInBlocks([], binding().bind)).toBe('s.id < 0');
  });

  it('compares numbers of blocks if there would be too many ranges', () => {
    const { bind, values } = binding();
    const blocks = Array.from({ length: 1_001 }, (_, at) => at * 2);
    expect(isInBlocks(blocks, bind)).toBe('(s.id / 32) = ANY($1::bigint[])');
    expect(values).toEqual([blocks]);
  });
});

describe('the spans of blocks', () => {
  it('are looked up block by block on one server, and by ranges on several', () => {
    const select = (distribution: Distribution) =>
      selectSpansOfBlocks('s.id', '$9', [1], new DistributedWhere(distribution));
    expect(select(new SingleDistribution())).toContain('CROSS JOIN LATERAL');
    const ranges = select(new ClusterDistribution());
    expect(ranges).not.toContain('LATERAL');
    expect(ranges).toContain('s.project_id = $9 AND (s.id >= $1::bigint');
  });
});
