import { screen } from '@testing-library/react/pure';
import { useState } from 'react';
import { answer } from '../../../testing/answers.js';
import { button, listTexts } from '../../../testing/elements.js';
import { someSummaries } from '../../../testing/factories/annotated-lists.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { AnnotationSummariesQuery, useAnnotationSummaries } from '../api/annotation-summaries.js';
import type { ProjectTab } from '../tabs.js';
import { AnnotationStrip } from './annotation-strip.js';

const LENGTH = { name: 'length, in words', count: 1, meanScore: 0.25, labelFractions: [] };
const QUALITY = {
  name: 'quality',
  count: 4,
  meanScore: 1 / 3,
  labelFractions: [
    { label: 'bad', fraction: 2 / 3 },
    { label: 'good', fraction: 1 / 3 },
  ],
};
const RESOLVED = {
  name: 'resolved',
  count: 1,
  meanScore: null,
  labelFractions: [{ label: 'yes', fraction: 1 }],
};
const MOOD = { name: 'mood', count: 1200, meanScore: 7, labelFractions: [] };
const ALL = someSummaries({
  spanAnnotationSummaries: [LENGTH, QUALITY],
  traceAnnotationSummaries: [RESOLVED],
  sessionAnnotationSummaries: [MOOD],
});

describe('the annotations above a list', () => {
  it.each([
    ['spans', ['length, in words0.25span · 1', 'quality0.333bad 67%span · 4']],
    [
      'traces',
      [
        ['resolved', 'yes 100%', 'trace · 1'].join(''),
        'length, in words0.25span · 1',
        'quality0.333bad 67%span · 4',
      ],
    ],
    ['sessions', ['mood7session · 1.2k']],
  ] as const)('are summarized for %s', async (tab, texts) => {
    await renderComponent(<AnnotationStrip summaries={ALL} tab={tab} />);
    screen.getByRole('list', { name: 'Annotation summaries' });
    expect(listTexts('listitem')).toEqual(texts);
  });

  it('are explained with all shares', async () => {
    const { user } = await renderComponent(<AnnotationStrip summaries={ALL} tab="spans" />);
    await user.hover(screen.getByText('quality'));
    const tooltip = await screen.findByRole('tooltip');
    for (const text of ['quality: 4 annotations of spans', 'mean score 0.333', 'good 33%']) {
      expect(tooltip.textContent).toContain(text);
    }
  });

  it.each([
    ['until they are known', undefined],
    ['if there are none in the time range', someSummaries({ spanAnnotationSummaries: [] })],
  ])('are not there %s', async (_case, summaries) => {
    await renderComponent(<AnnotationStrip summaries={summaries} tab="spans" />);
    expect(screen.queryByRole('list')).toBeNull();
  });
});

/** A list into which spans arrive. */
function List({ tab }: { tab: ProjectTab | undefined }) {
  const [version, setVersion] = useState(0);
  const summaries = useAnnotationSummaries(PROJECT_ID, RANGE, CONDITIONS, version, tab);
  return (
    <>
      <AnnotationStrip summaries={summaries} tab="spans" />
      <button type="button" onClick={() => setVersion(version + 1)}>
        Arrive
      </button>
    </>
  );
}

const RANGE = { timeRangeKey: 'custom', timeRangeEnd: '2020-01-01T00:00:00Z' } as const;
const CONDITIONS = {
  filterCondition: "name == 'a'",
  traceFilterCondition: null,
  sessionFilterCondition: null,
  search: null,
  searchedRows: 'SPANS',
} as const;
const answered = answer(AnnotationSummariesQuery, { node: ALL });

describe('the summaries of annotations', () => {
  it.each([
    ['spans', { ofSpans: true, ofTraces: false, ofSessions: false }],
    ['traces', { ofSpans: true, ofTraces: true, ofSessions: false }],
    ['sessions', { ofSpans: false, ofTraces: false, ofSessions: true }],
  ] as const)('are read only for the list of %s', async (tab, parts) => {
    const page = await renderComponent(<List tab={tab} />, [answered]);
    expect(page.sent(AnnotationSummariesQuery)).toEqual([
      { id: PROJECT_ID, ...CONDITIONS, ...parts, timeRange: { end: RANGE.timeRangeEnd } },
    ]);
  });

  it('are not read without a list', async () => {
    const page = await renderComponent(<List tab={undefined} />);
    expect(page.sent(AnnotationSummariesQuery)).toEqual([]);
  });

  it('are read again after the first span, and not with every span that arrives', async () => {
    const page = await renderComponent(<List tab="spans" />, [answered]);
    expect(listTexts('listitem')).toHaveLength(2);
    page.answer(
      answer(AnnotationSummariesQuery, { node: { ...ALL, spanAnnotationSummaries: [LENGTH] } }),
    );
    await page.user.click(button('Arrive'));
    expect(listTexts('listitem')).toHaveLength(1);
    await page.user.click(button('Arrive'));
    await page.user.click(button('Arrive'));
    expect(page.sent(AnnotationSummariesQuery)).toHaveLength(2);
  });
});
