import { remarkSoftBreaks } from './soft-breaks.js';

const text = (value: string) => ({ type: 'text', value });

describe('remarkSoftBreaks', () => {
  it('turns line breaks in a paragraph into breaks, at any depth', () => {
    const tree = {
      type: 'root',
      children: [
        {
          type: 'paragraph',
          children: [text('one\ntwo'), { type: 'strong', children: [text('a\r\nb')] }],
        },
      ],
    };
    remarkSoftBreaks()(tree);
    expect(tree.children[0]?.children).toEqual([
      text('one'),
      { type: 'break' },
      text('two'),
      { type: 'strong', children: [text('a'), { type: 'break' }, text('b')] },
    ]);
  });

  it('leaves code alone', () => {
    const tree = { type: 'root', children: [{ type: 'code', value: 'a\nb' }] };
    remarkSoftBreaks()(tree);
    expect(tree.children).toEqual([{ type: 'code', value: 'a\nb' }]);
  });
});
