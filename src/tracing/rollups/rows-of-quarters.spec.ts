import { selectRowsOf } from './rows-of-quarters.js';

describe('the rows of quarters', () => {
  it('are in one range for each run of quarters of a project', () => {
    const quarters = [
      { projectId: 7, quarter: 12 },
      { projectId: 8, quarter: 11 },
      { projectId: 7, quarter: 11 },
      { projectId: 7, quarter: 20 },
      { projectId: 8, quarter: -1 },
    ];
    const ranges = selectRowsOf('spans', quarters).matchAll(
      /project_id = (\d+)\s+AND s.start_time >= to_timestamp\(\((-?\d+)\)[^<]+< to_timestamp\(\((-?\d+)\)/g,
    );
    expect([...ranges].map(([, ...numbers]) => numbers.map(Number))).toEqual([
      [7, 11, 13],
      [7, 20, 21],
      [8, -1, 0],
      [8, 11, 12],
    ]);
  });
});
