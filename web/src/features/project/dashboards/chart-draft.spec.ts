import type { Dashboard } from '../api/dashboards.js';
import {
  addChart,
  createDraft,
  describeChanges,
  moveChart,
  nameCopy,
  replaceChart,
} from './chart-draft.js';
import { NEW_CHART } from './templates.js';

const chart = (title: string) => ({ ...NEW_CHART, title });
const base: Dashboard = {
  id: 'd',
  projectId: 'p',
  name: 'use',
  description: null,
  isShared: true,
  canChange: true,
  updatedAt: '2024-05-01T00:00:00+00:00',
  charts: [chart('a'), chart('b'), chart('c')],
};
const draft = createDraft(base);
const [first, second, third] = draft.charts.map(({ key }) => key) as [string, string, string];
const titlesOf = (charts: typeof draft.charts) => charts.map((one) => one.chart.title).join('');
const describeDraft = (charts: typeof draft.charts) => describeChanges({ base, charts });

describe('the draft of a dashboard', () => {
  it('moves charts within its ends', () => {
    expect(titlesOf(moveChart(draft.charts, first, 1))).toBe('bac');
    expect(titlesOf(moveChart(draft.charts, third, -1))).toBe('acb');
    expect(moveChart(draft.charts, first, -1)).toBe(draft.charts);
    expect(moveChart(draft.charts, third, 1)).toBe(draft.charts);
  });

  it('adds charts at the end, or after another', () => {
    expect(titlesOf(addChart(draft.charts, chart('x'), 'new'))).toBe('abcx');
    expect(titlesOf(addChart(draft.charts, chart('x'), 'new', first))).toBe('axbc');
  });

  it('names what has not been saved', () => {
    expect(describeDraft(draft.charts)).toBeUndefined();
    const added = addChart(draft.charts, chart('x'), 'new', first);
    expect(describeDraft(added)).toBe('added x');
    expect(describeDraft(replaceChart(draft.charts, second, chart('y')))).toBe('changed y');
    expect(describeDraft(draft.charts.slice(1))).toBe('deleted a');
    expect(describeDraft(moveChart(draft.charts, first, 1))).toBe('moved charts');
    expect(describeDraft(moveChart(moveChart(draft.charts, first, 1), first, -1))).toBeUndefined();
    const all = replaceChart(moveChart(added, first, 1), third, chart('z')).filter(
      ({ key }) => key !== second,
    );
    expect(describeDraft(all)).toBe('added x, changed z, deleted b');
  });
});

describe('nameCopy', () => {
  it('is never longer than a name may be', () => {
    expect(nameCopy('Cost')).toBe('Cost (copy)');
    expect(nameCopy('x'.repeat(200))).toBe(`${'x'.repeat(193)} (copy)`);
  });
});
