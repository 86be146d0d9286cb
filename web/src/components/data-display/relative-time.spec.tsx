import { screen } from '@testing-library/react/pure';
import { button } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { RelativeTime } from './relative-time.js';
import { TimesToggle } from './times-toggle.js';

const times = () => screen.getAllByRole('time').map(({ textContent }) => textContent);

describe('a time', () => {
  it('is relative, or absolute everywhere if the user prefers that', async () => {
    localStorage.setItem('time-zone', 'UTC');
    const { user } = await renderComponent(
      <>
        <TimesToggle />
        <RelativeTime time="2026-03-10T23:01:00.000000Z" />
        <RelativeTime time={new Date(Date.now() - 300_000).toISOString()} />
      </>,
    );
    expect(times()).toEqual([expect.stringMatching(/ ago$/), '5m ago']);
    expect(button('Absolute times').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('Absolute times'));
    expect(times()).toEqual(['10 Mar, 23:01:00', expect.not.stringMatching(/ago/)]);
    expect(localStorage.getItem('absolute-times')).toBe('true');
    await user.click(button('Absolute times'));
    expect(times()).toEqual([expect.stringMatching(/ ago$/), '5m ago']);
    expect(localStorage.getItem('absolute-times')).toBeNull();
  });

  it('is a dash if there is none', async () => {
    await renderComponent(<RelativeTime time={null} />);
    expect(screen.getByLabelText('never').textContent).toBe('–');
  });
});
