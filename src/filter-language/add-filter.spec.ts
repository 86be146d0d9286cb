import { spanLikeGrain } from '../../test/support/span-like-grain.js';
import { SingleDistribution } from '../kernel/sql/single-distribution.js';
import { DistributedWhere } from '../kernel/sql/distributed-where.js';
import { addFilter } from './add-filter.js';
import { readFilter } from './read-filter.js';

function write(text: string, within?: (alias: string) => string): string {
  const where = new DistributedWhere(new SingleDistribution());
  addFilter(where, readFilter(text, spanLikeGrain)!, within);
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
    expect(write("not (annotations['q'].score > 1 or name == 'a')")).toBe(
      `WHERE ${WITH_ANNOTATION} $1 WHERE (NOT ((annotation_1.score > $2::numeric)))) AND (NOT ((s.name = $3::text)))`,
    );
  });

  it('keeps alternatives together', () => {
    const sql = write("annotations['q'].score > 1 or name == 'a'");
    expect(sql).toContain(`WHERE ${WITH_ANNOTATION}`);
  });

  describe('conditions of which all rows are read', () => {
    const writeFor = (text: string) => write(text, (alias) => `${alias}.project = 1`);
    const REQUIRED =
      'EXISTS (SELECT FROM annotations annotation_1 WHERE annotation_1.name = $1 AND annotation_1.project = 1 AND ';

    it.each([
      ["annotations['q'].score > 1", '((annotation_1.score > $2::numeric))'],
      ["not annotations['q'].score > 1", '(NOT ((annotation_1.score > $2::numeric)))'],
      ["annotations['q']", '((annotation_1.id IS NOT NULL))'],
      [
        "annotations['q'].score > 1 or annotations['q'].label == 'x'",
        '(((annotation_1.score > $2::numeric)) OR ((annotation_1.label = $3::text)))',
      ],
      [
        "annotations['q'].score > 1 and annotations['q'].label is None",
        '(((annotation_1.score > $2::numeric)) AND (((annotation_1.label) IS NULL)))',
      ],
    ])('starts from the other rows if there must be one: %s', (text, condition) => {
      expect(writeFor(text)).toBe(`WHERE ${REQUIRED}${condition})`);
    });

    it.each([
      "annotations['q'].score is None",
      "not annotations['q']",
      "annotations['q'].score > 1 or name == 'a'",
      "not (annotations['q'].score > 1 and annotations['q'].label is None)",
    ])('keeps rows without others: %s', (text) => {
      expect(writeFor(text)).toContain('LEFT JOIN');
    });
  });
});
