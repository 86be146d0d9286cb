import { listTexts } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { renderSpanActions } from './span-actions.js';

describe('the actions of an open span', () => {
  it.each([
    ['MEMBER', 'llm', ['Try again']],
    ['MEMBER', 'tool', []],
    ['VIEWER', 'llm', []],
  ] as const)('offer a %s with a span of kind %s: %j', async (as, spanKind, links) => {
    await renderComponent(<>{renderSpanActions({ id: 'span-1', spanKind })}</>, [], { as });
    expect(listTexts('link')).toEqual(links);
  });
});
