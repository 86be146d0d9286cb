import { getReadableText } from './readable-text.js';

const json = (value: unknown) =>
  getReadableText({ mimeType: 'json', truncatedValue: '', value: JSON.stringify(value) });

describe('getReadableText', () => {
  it('returns plain text as it is', () => {
    expect(getReadableText({ mimeType: 'text', truncatedValue: 'What is new?' })).toBe(
      'What is new?',
    );
    expect(getReadableText(null)).toBe('');
  });

  it('finds the last message of a conversation', () => {
    expect(
      json({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
      }),
    ).toBe('Hello');
  });

  it('finds text in parts and choices', () => {
    expect(json({ choices: [{ message: { content: [{ type: 'text', text: 'Hi' }] } }] })).toBe(
      'Hi',
    );
    expect(json({ question: 'Why?' })).toBe('Why?');
  });

  it('returns the value itself if it contains no text', () => {
    expect(json({ count: 3 })).toBe('{"count":3}');
    expect(getReadableText({ mimeType: 'json', truncatedValue: '{"messages":[{"ro' })).toBe(
      '{"messages":[{"ro',
    );
  });

  it('reads what is left of a truncated preview', () => {
    const cut = (truncatedValue: string) => getReadableText({ mimeType: 'json', truncatedValue });
    expect(cut('{"messages":[{"role":"user","content":"Where are \\"backups\\" st')).toBe(
      'Where are "backups" st',
    );
    expect(cut('{"messages":[{"content":"Be brief."},{"content":"Hel')).toBe('Hel');
    expect(cut('{"question":"Why\\u00')).toBe('Why\\u00');
  });
});
