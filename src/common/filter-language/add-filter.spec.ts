import { spanLikeGrain } from '../../../test/support/span-like-grain.js';
import { SqlWhere } from '../sql/sql-where.js';
import { addFilter } from './add-filter.js';
import { readFilter } from './read-filter.js';

function write(text: string): string {
  const where = new SqlWhere();
  addFilter(where, readFilter(text, spanLikeGrain)!);
  return where.toString();
}

const WITH_ANNOTATION =
  'EXISTS (SELECT FROM (VALUES (1)) AS itself LEFT JOIN annotations annotation_1 ON annotation_1.name =';

describe('a condition added to a query', () => {
  it('is no subquery if it needs no other rows', () => {
    expect(write("name == 'a' and not (latency_ms > 1 or is_root)")).not.toContain('EXISTS');
  });

  it('looks up other rows only for the parts that need them', () => {
    const sql = write(
      "annotations['q'].score > 1 and name == 'a' and annotations['q'].label == 'x'",
    );
    expect(sql).toBe(
      `WHERE ((s.name = $1::text)) AND ${WITH_ANNOTATION} $2 WHERE (((annotation_1.score > $3::numeric)) AND ((annotation_1.label = $4::text))))`,
    );
  });

  it('separates the parts of negated alternatives', () => {
    const sql = write("not (annotations['q'].score > 1 or name == 'a')");
    expect(sql).toContain('WHERE (NOT ((s.name = $1::text))) AND EXISTS');
    expect(sql).toContain('WHERE ((NOT ((annotation_1.score > $3::numeric)))))');
  });

  it('keeps alternatives together', () => {
    const sql = write("annotations['q'].score > 1 or name == 'a'");
    expect(sql).toContain(`WHERE ${WITH_ANNOTATION}`);
  });
});
