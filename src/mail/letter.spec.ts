import { renderLetter } from './letter.js';

describe('a letter', () => {
  const letter = {
    subject: 'Hello\r\nBcc: eve@example.com',
    paragraphs: ['Dear <script>alert("1")</script> & \'co\',', 'second'],
    link: { id: 'reset-url', label: 'Choose', url: 'https://x.test/?a=1&b="><i>' },
  };

  it('is plain text with the link on a separate line', () => {
    expect(renderLetter(letter).text).toBe(
      'Dear <script>alert("1")</script> & \'co\',\n\nsecond\n\nChoose:\nhttps://x.test/?a=1&b="><i>\n',
    );
  });

  it('is HTML with escaped content', () => {
    const { html } = renderLetter(letter);
    expect(html).toContain(
      '<p>Dear &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;,</p>',
    );
    expect(html).toContain(
      '<a id="reset-url" href="https://x.test/?a=1&amp;b=&quot;&gt;&lt;i&gt;">Choose</a>',
    );
  });

  it('has a second link to whom to ask', () => {
    const contact = {
      id: 'support-email',
      label: 'Ask',
      url: 'mailto:ops@x.test',
      address: 'ops@x.test',
    };
    const { text, html } = renderLetter({ ...letter, contact });
    expect(text).toMatch(/\n\nAsk:\nmailto:ops@x\.test\n$/);
    expect(html).toContain('<a id="support-email" href="mailto:ops@x.test">Ask</a>');
  });

  it('has a one-line subject with the product name', () => {
    expect(renderLetter(letter).subject).toBe('[Spandrel] Hello Bcc: eve@example.com');
  });
});
