import { inScope, type ProjectScope } from '../http/request-context.js';
import { setDistributed, tableItself } from './distribution.js';
import { lockTracesSql } from '../../spans/lock-traces.js';

afterEach(() => setDistributed(false));

describe('tableItself', () => {
  it('is the name alone on one server, where rows can be changed through views', () => {
    expect(tableItself('spans')).toBe('spans');
  });

  it('names the schema of the tables on a cluster', () => {
    setDistributed(true, 'team a');
    expect(tableItself('spans')).toBe('"team a".spans');
  });

  it('leaves tables on the coordinator alone, whose views check each change', () => {
    setDistributed(true);
    expect(tableItself('session_annotations')).toBe('session_annotations');
  });
});

describe('lockTracesSql', () => {
  const lock = (scope?: ProjectScope) =>
    inScope(scope, () => lockTracesSql('t.trace_id', 't.id = 1 OR t.id = 2'));
  const IN_REACH = 'EXISTS (SELECT 1 FROM traces seen';

  it('locks nothing in the table that a limited caller does not find in the view', () => {
    setDistributed(true);
    const sql = lock({ hidden: [3], only: null, lastKnown: 3 });
    expect(sql).toContain('UPDATE "public".traces t');
    expect(sql).toContain(`WHERE (t.id = 1 OR t.id = 2) AND ${IN_REACH}`);
  });

  it('looks for nothing more on behalf of those who see everything', () => {
    setDistributed(true);
    expect(lock()).not.toContain(IN_REACH);
  });
});
