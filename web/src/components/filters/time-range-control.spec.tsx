import { screen } from '@testing-library/react/pure';
import { button, field } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import type { TimeRangeSearch } from '../../lib/time/time-range.js';
import { TimeRangeControl } from './time-range-control.js';

it('does not submit a form around it when a duration is typed', async () => {
  const chosen: TimeRangeSearch[] = [];
  let submitted = 0;
  const page = await renderComponent(
    <div role="presentation" onSubmit={() => (submitted += 1)}>
      <TimeRangeControl value={{}} onChange={(range) => chosen.push(range)} />
    </div>,
  );
  await page.user.click(button('Time range: Last 7 days'));
  await page.user.type(field('Duration up to now'), 'soon{Enter}');
  screen.getByText(/^Enter a number and a unit/);
  expect(chosen).toEqual([]);
  await page.user.clear(field('Duration up to now'));
  await page.user.type(field('Duration up to now'), '3d{Enter}');
  expect(chosen).toEqual([{ timeRangeKey: '3d' }]);
  expect(submitted).toBe(0);
});
