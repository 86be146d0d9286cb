import { screen, waitFor } from '@testing-library/react/pure';
import { FirstTraceQuery } from '../../../components/projects/use-first-trace.js';
import { answer, type Answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { problems, renderPage } from '../../../testing/render-page.js';
import { AnnotationSummariesQuery } from '../api/annotation-summaries.js';
import { ProjectFrameQuery, ProjectUpdatedQuery } from '../api/project-frame.js';

/** A project without traces, and when its newest span was stored. */
const empty = (
  streamingLastUpdatedAt: string | null,
  viewerRole: 'MANAGER' | 'VIEWER' = 'MANAGER',
): Answer[] => [
  ...projectFrame({ name: 'second', hasTraces: false, viewerRole }),
  answer(ProjectUpdatedQuery, { node: { id: PROJECT_ID, streamingLastUpdatedAt } }),
  keepWaiting(AnnotationSummariesQuery),
];

describe('a project without traces', () => {
  it('waits for its first trace, and says how to send it', async () => {
    const page = await renderPage(`/projects/${PROJECT_ID}/traces`, empty(null));
    screen.getByRole('heading', { level: 1, name: 'Send your first trace to second' });
    // It may have log records and metrics.
    expect(screen.getByRole('link', { name: 'Logs' }).getAttribute('href')).toContain('/logs');
    expect(page.sent(ProjectFrameQuery)).toEqual([{ id: PROJECT_ID }]);
    expect(page.sent(ProjectUpdatedQuery)).toEqual([{ id: PROJECT_ID }]);
  });

  it('looks again if a trace arrived before it began to wait', async () => {
    const page = await renderPage(
      `/projects/${PROJECT_ID}/traces`,
      empty('2026-02-03T04:05:06.000000Z'),
    );
    expect(page.sent(ProjectFrameQuery)).toHaveLength(2);
  });

  it('opens its first trace when it arrives', async () => {
    const frame = (hasTraces: boolean) =>
      projectFrame({ name: 'second', hasTraces }).find(({ name }) => name === 'ProjectFrame')!;
    const frames = [frame(false), frame(true)];
    const traces = { edges: [{ node: { id: 'trace-1', traceId: 'ab'.repeat(16) } }] };
    const page = await renderPage(`/projects/${PROJECT_ID}/traces`, [
      ...empty('2026-02-03T04:05:06.000000Z'),
      { name: 'ProjectFrame', reply: (sent) => (frames.shift() ?? frame(true)).reply(sent) },
      answer(FirstTraceQuery, { node: { __typename: 'Project', id: PROJECT_ID, traces } }),
    ]);
    await waitFor(() =>
      expect(page.address()).toContain(`/projects/${PROJECT_ID}/traces/${'ab'.repeat(16)}`),
    );
    expect(page.sent(FirstTraceQuery)).toEqual([{ id: PROJECT_ID }]);
    // What the page of the trace asks for is not answered.
    problems.splice(0);
  });

  it('tells viewers only that there are no traces', async () => {
    await renderPage(`/projects/${PROJECT_ID}/traces`, empty(null, 'VIEWER'), { as: 'VIEWER' });
    screen.getByRole('heading', { name: 'No traces yet' });
  });
});

describe('a project that cannot be shown', () => {
  it.each([
    ['does not exist', answer(ProjectFrameQuery, { node: { __typename: 'Dataset' } })],
    ['was deleted', refuse(ProjectFrameQuery, 'The project does not exist.', 'NOT_FOUND')],
  ])('says that it %s', async (_case, given) => {
    await renderPage(`/projects/${PROJECT_ID}/traces`, [given]);
    screen.getByRole('heading', { name: 'Project not found' });
    button('All projects');
  });

  it('can be requested again', async () => {
    const page = await renderPage(`/projects/${PROJECT_ID}/traces`, [cutOff(ProjectFrameQuery)]);
    screen.getByText('The server cannot be reached');
    page.answer(...empty(null));
    await page.user.click(button('Try again'));
    screen.getByRole('heading', { name: 'Send your first trace to second' });
  });
});
