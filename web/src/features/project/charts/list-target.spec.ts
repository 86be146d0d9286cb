import { narrow, restrict } from './list-target.js';

const OF_ADA = "user.id == 'ada'";

describe('the list behind a chart', () => {
  it('has the condition of the chart and that of the part that was clicked', () => {
    const failed = narrow({ tab: 'spans', filter: "span_kind == 'LLM'" }, "status_code == 'ERROR'");
    expect(failed.filter).toBe("span_kind == 'LLM' and status_code == 'ERROR'");
    expect(narrow({ tab: 'traces', sort: '-latencyMs' }, undefined).filter).toBeUndefined();
  });

  it('shows only what belongs to the traces of the charts', () => {
    expect(restrict({ tab: 'traces', filter: 'error_count > 0' }, 'a == 1 or b == 2').filter).toBe(
      '(a == 1 or b == 2) and error_count > 0',
    );
    expect(restrict({ tab: 'spans', filter: "name == 'x'" }, OF_ADA)).toEqual({
      tab: 'spans',
      filter: "name == 'x'",
      traceFilter: OF_ADA,
    });
    expect(restrict({ tab: 'sessions', filter: 'num_traces > 3' }, OF_ADA)).toEqual({
      tab: 'traces',
      filter: `${OF_ADA} and session_id is not None`,
    });
  });
});
