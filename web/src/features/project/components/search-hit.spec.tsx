import { renderComponent } from '../../../testing/render-page.js';
import { FoundName, FoundText, type SearchMatch } from './search-hit.js';

const EXCERPT = 'Your **late** order: a refund is due.';
const match = (field: string, word: string, excerpt = EXCERPT): SearchMatch => ({
  field,
  excerpt,
  start: excerpt.indexOf(word),
  length: word.length,
});

/** The text that is shown, and the marked words. */
async function show(part: Partial<Parameters<typeof FoundText>[0]>) {
  await renderComponent(
    <div data-shown>
      <FoundText text="Hello" column="input" matches={[]} isNarrow={false} {...part} />
    </div>,
  );
  return read();
}

const read = () => ({
  text: document.querySelector('[data-shown]')?.textContent,
  marked: [...document.querySelectorAll('mark')].map(({ textContent }) => textContent),
});

describe('what a search found in a row', () => {
  it('is the start of the value if it was found elsewhere', async () => {
    expect(await show({ matches: [match('output.value', 'late')] })).toEqual({
      text: 'Hello',
      marked: [],
    });
  });

  it('marks all words of an excerpt, which is shown once', async () => {
    const matches = [match('output.value', 'order'), match('output.value', 'late')];
    expect(await show({ column: 'output', matches })).toEqual({
      text: EXCERPT,
      marked: ['late', 'order'],
    });
  });

  it('marks words that overlap only once', async () => {
    const matches = [match('input.value', 'late'), match('input.value', 'ate** order')];
    expect(await show({ matches })).toEqual({ text: EXCERPT, marked: ['late'] });
  });

  it('begins shortly before the first word', async () => {
    expect(await show({ matches: [match('input.value', 'refund')] })).toEqual({
      text: '… order: a refund is due.',
      marked: ['refund'],
    });
  });

  it('says in which span and attribute it is', async () => {
    const matches = [match('metadata.policy', 'late'), match('status_message', 'late', 'too late')];
    expect(await show({ matches, spanName: 'answer' })).toEqual({
      text: 'answer › metadata.policy: Your **late** order: a refund is due. · error: too late',
      marked: ['late', 'late'],
    });
  });

  it('names another span, and shows outputs if their column is out of sight', async () => {
    const matches = [match('name', 'late'), match('output.value', 'order')];
    expect(await show({ matches, spanName: 'late answer', isNarrow: true })).toMatchObject({
      text: expect.stringContaining('name: Your **late**'),
      marked: ['late', 'order'],
    });
  });

  it('is marked in the name of the row', async () => {
    await renderComponent(
      <div data-shown>
        <FoundName name="late answer" matches={[match('name', 'late', 'late answer')]} />
      </div>,
    );
    expect(read()).toEqual({ text: 'late answer', marked: ['late'] });
  });
});
