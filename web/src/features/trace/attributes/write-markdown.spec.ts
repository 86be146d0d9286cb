import { writeMarkdown } from './write-markdown.js';

describe('writeMarkdown', () => {
  it('gives each speaker a heading', () => {
    expect(
      writeMarkdown([
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.\n' }], toolCalls: [] },
        { role: 'tool', toolCallId: 'call_1', parts: [], toolCalls: [] },
      ]),
    ).toBe('### System\n\nBe brief.\n\n### Tool (call_1)\n\n*No content*');
  });

  it('writes tool calls as JSON', () => {
    const text = writeMarkdown([
      {
        role: 'assistant',
        parts: [],
        toolCalls: [{ id: 'c', name: 'find', arguments: { q: 'whales' } }],
      },
    ]);
    expect(text).toBe('### Assistant\n\nCalls `find` (c)\n\n```json\n{\n  "q": "whales"\n}\n```');
  });

  it('fences text that contains fences', () => {
    const text = writeMarkdown([{ parts: [{ type: 'other', value: 'a ```` b' }], toolCalls: [] }]);
    expect(text).toContain('`````\na ```` b\n`````');
  });

  it('leaves out image data and quotes reasoning', () => {
    const text = writeMarkdown([
      {
        parts: [
          { type: 'image', url: 'data:image/png;base64,AAAA' },
          { type: 'reasoning', text: 'First\nthen' },
        ],
        toolCalls: [],
      },
    ]);
    expect(text).toBe('### Message\n\n*Image*\n\n> First\n> then');
  });
});
