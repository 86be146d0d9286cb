import { selectRowsOf } from './rows-of-quarters.js';

describe('the rows of quarters', () => {
  it('are in one range for each run of quarters, and for the projects that have the same one', () => {
    const quarters = [
      { projectId: 7, quarter: 12 },
      { projectId: 8, quarter: 11 },
      { projectId: 7, quarter: 11 },
      { projectId: 7, quarter: 20 },
      { projectId: 8, quarter: -1 },
      { projectId: 9, quarter: 20 },
    ];
    const ranges = selectRowsOf('spans', quarters).matchAll(
      /project_id IN \(([\d, ]+)\)\s+AND s.start_time >= to_timestamp\(\((-?\d+)\)[^<]+< to_timestamp\(\((-?\d+)\)/g,
    );
    expect([...ranges].map(([, ...values]) => values)).toEqual([
      ['7', '11', '13'],
      ['7, 9', '20', '21'],
      ['8', '-1', '0'],
      ['8', '11', '12'],
    ]);
  });

  it('are looked for between the first and the last of many scattered quarters', () => {
    const quarters = Array.from({ length: 120 }, (_, at) => ({
      projectId: 7,
      quarter: 2 * at - 3,
    }));
    const sql = selectRowsOf('spans', quarters);
    expect(sql.match(/UNION ALL/)).toBeNull();
    expect(sql.match(/to_timestamp\(\((-?\d+)\)/g)).toEqual([
      'to_timestamp((-3)',
      'to_timestamp((236)',
    ]);
    const keys = /'\{([-\d, ]+)\}'::bigint/.exec(sql)?.[1]?.split(', ').map(BigInt);
    expect(keys?.map((key) => key - (7n << 32n))).toEqual(
      quarters.map(({ quarter }) => BigInt(quarter)),
    );
  });
});
