import { fireEvent, screen } from '@testing-library/react/pure';
import { useState } from 'react';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { answer, cutOff } from '../../../testing/answers.js';
import { button, isPressed } from '../../../testing/elements.js';
import { keepJudgments, type StoredJudgments } from '../../../testing/factories/judgment-store.js';
import { aJudgment } from '../../../testing/factories/judgments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { settle } from '../../../testing/settle.js';
import {
  CreateSpanMutation,
  DeleteSpanMutation,
  PatchSpanMutation,
} from '../judge/judgment-mutations.js';
import { JudgmentsQuery } from '../judge/judgments.js';
import { Thumbs } from './thumbs.js';

/** Feedback of programs: two thumbs up, one down, and one that is neither. */
function feedback(): StoredJudgments {
  const given = [
    { label: 'positive', score: 1 },
    { label: null, score: 1 },
    { label: 'negative', score: null },
    { label: 'whatever', score: null },
  ];
  const rows = given.map((value, at) => ({
    ...aJudgment({ id: `${at}`, identifier: `${at}`, name: 'user_feedback', ...value }),
    documentPosition: 0,
  }));
  return new Map([['span-1', rows]]);
}

/** Thumbs that appear after a click, on a page that knows its user. */
function LaterThumbs() {
  useViewer();
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <Thumbs spanId="span-1" />;
  return (
    <button type="button" onClick={() => setIsShown(true)}>
      Show
    </button>
  );
}

describe('thumbs', () => {
  it('are given with the keyboard, changed, and taken back', async () => {
    const page = await renderComponent(<Thumbs spanId="span-1" />, keepJudgments());
    button('Thumbs up').focus();
    await page.user.keyboard('{Enter}');
    expect([isPressed('Thumbs up'), isPressed('Thumbs down')]).toEqual([true, false]);
    expect(page.sent(CreateSpanMutation)).toEqual([
      {
        input: {
          spanId: 'span-1',
          name: 'user_feedback',
          identifier: 'app:user-1',
          label: 'positive',
          score: 1,
          explanation: null,
          metadata: {},
          annotatorKind: 'HUMAN',
          source: 'APP',
        },
      },
    ]);
    await page.user.keyboard('{Tab} ');
    expect([isPressed('Thumbs up'), isPressed('Thumbs down')]).toEqual([false, true]);
    expect(page.sent(PatchSpanMutation)).toEqual([
      { input: { annotationId: 'new-1', label: 'negative', score: 0, explanation: null } },
    ]);
    await page.user.keyboard(' ');
    expect(isPressed('Thumbs down')).toBe(false);
    expect(page.sent(DeleteSpanMutation)).toEqual([{ id: 'new-1' }]);
  });

  it('can be pressed before the stored ones have loaded, and only the last press counts', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const page = await renderComponent(<LaterThumbs />, [
      ...keepJudgments(),
      answer(JudgmentsQuery, async ({ id }) => {
        await promise;
        return { node: { __typename: 'Span' as const, id, annotations: [] } };
      }),
    ]);
    fireEvent.click(button('Show'));
    fireEvent.click(button('Thumbs up'));
    fireEvent.click(button('Thumbs down'));
    expect(isPressed('Thumbs down')).toBe(false);
    release();
    await settle();
    expect([isPressed('Thumbs up'), isPressed('Thumbs down')]).toEqual([false, true]);
    expect(page.sent(CreateSpanMutation).map(({ input }) => input.label)).toEqual(['negative']);
  });

  it('count those of others', async () => {
    const page = await renderComponent(<Thumbs spanId="span-1" />, keepJudgments(feedback()));
    button('Thumbs down, 1 other');
    await page.user.click(button('Thumbs up, 2 others'));
    expect(isPressed('Thumbs up, 2 others')).toBe(true);
    expect(isPressed('Thumbs down, 1 other')).toBe(false);
  });

  it('are only counted for viewers', async () => {
    const given = feedback();
    given.get('span-1')?.push({
      ...aJudgment({ id: 'own', name: 'user_feedback', label: 'positive' }),
      documentPosition: 0,
    });
    await renderComponent(<Thumbs spanId="span-1" />, keepJudgments(given), { as: 'VIEWER' });
    screen.getByRole('img', { name: 'Thumbs up: 3' });
    screen.getByRole('img', { name: 'Thumbs down: 1' });
    expect(screen.queryAllByRole('button')).toHaveLength(0);
  });

  it('stay if they cannot be saved, and say so', async () => {
    const saving = keepJudgments();
    const page = await renderComponent(<Thumbs spanId="span-2" />, [
      ...saving,
      cutOff(CreateSpanMutation),
    ]);
    await page.user.click(button('Thumbs up'));
    expect(screen.getByRole('alert').textContent).toMatch(/^Not saved: The server cannot be/);
    page.answer(...saving);
    await page.user.click(button('Save again'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isPressed('Thumbs up')).toBe(true);
  });
});
