import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer } from '../../../testing/answers.js';
import { InCharts, readParameters, toPoints, withTab } from '../../../testing/factories/charts.js';
import { PROJECT } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { LabelsQuery, MetricNamesQuery, ScoresQuery } from './annotation-charts.js';
import { AnnotationSection } from './annotation-history.js';

const names = (traces: string[], sessions: string[] = []) =>
  answer(MetricNamesQuery, { node: { ...PROJECT, spans: [], traces, sessions } });

const scores = (name: string) => ({
  names: [name],
  data: toPoints(
    { 2: { scoresWithLabels: [{ label: name, score: 0.75 }] } },
    {
      scoresWithLabels: [],
    },
  ),
});

const summary = (...labelFractions: { label: string; fraction: number }[]) => ({
  annotationSummaries: [{ meanScore: 0.75, labelFractions }],
});
const NO_SUMMARY: ReturnType<typeof summary> = { annotationSummaries: [] };

const ANSWERS: Answer[] = [
  names(['tone'], ['solved']),
  answer(ScoresQuery, (asked) => ({
    node: withTab(asked, scores(asked.ofTraces ? 'tone' : 'solved')),
  })),
  answer(LabelsQuery, (asked) => {
    const labels = [
      { label: 'calm', fraction: 0.75 },
      { label: 'angry', fraction: 0.25 },
    ];
    const data = toPoints({ 2: asked.ofTraces ? summary(...labels) : summary() }, NO_SUMMARY);
    return { node: withTab(asked, { data }) };
  }),
];

function open(answers: Answer[] = ANSWERS, filter?: string) {
  localStorage.setItem('time-zone', 'UTC');
  return renderComponent(
    <InCharts {...(filter === undefined ? {} : { filter })}>
      <AnnotationSection />
    </InCharts>,
    answers,
  );
}

const listCards = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const card = (name: string) => within(screen.getByRole('region', { name }));

describe('the annotations of a project over time', () => {
  it('are the mean scores, and a chart for each name', async () => {
    const { user, sent } = await open();
    expect(listCards()).toEqual([
      'Mean scores of traces',
      'Mean scores of sessions',
      'tone',
      'solved',
    ]);
    card('Mean scores of traces').getByRole('slider').focus();
    await user.keyboard(`{Home}${'{ArrowRight}'.repeat(8)}`);
    const valueOf = (name: string) => card(name).getByRole('slider').getAttribute('aria-valuetext');
    expect(valueOf('Mean scores of traces')).toBe('10 Mar, 02:00–02:15: tone 0.75');
    expect(valueOf('tone')).toBe('10 Mar, 02:00–02:15: angry 25%, calm 75%');
    // Without labels, the mean score takes their place.
    expect(valueOf('solved')).toBe('10 Mar, 02:00–02:15: Mean score 0.75');
    expect(
      sent(LabelsQuery).map(({ annotationName, ofSpans, ofTraces, ofSessions }) => [
        annotationName,
        [ofSpans, ofTraces, ofSessions],
      ]),
    ).toEqual([
      ['tone', [false, true, false]],
      ['solved', [false, false, true]],
    ]);
  });

  it('lead to what has them', async () => {
    await open();
    const filterOf = (name: string) =>
      readParameters(card(name).getByRole('link', { name }).getAttribute('href')!)['filter'];
    expect(filterOf('tone')).toBe("trace_annotations['tone']");
    expect(filterOf('solved')).toBe("session_annotations['solved']");
    expect(filterOf('Mean scores of traces')).toBeUndefined();
  });

  it('leave out sessions if there is a condition on traces', async () => {
    const { sent } = await open(ANSWERS, "user.id == 'ada'");
    expect(listCards()).toEqual(['Mean scores of traces', 'tone']);
    expect(sent(MetricNamesQuery)[0]?.traceFilterCondition).toBe("user.id == 'ada'");
    expect(sent(LabelsQuery)[0]?.traceFilterCondition).toBe("user.id == 'ada'");
  });

  it('are left out if there are none in the range', async () => {
    await open([names([])]);
    expect(screen.queryByRole('heading', { name: 'Annotations' })).toBeNull();
  });
});
