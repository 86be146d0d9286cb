import { escapeHtml, jsonForScript } from './html.js';

describe('escapeHtml', () => {
  it('escapes everything that starts an element or ends an attribute', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
  });
});

describe('jsonForScript', () => {
  it('is equivalent JSON that cannot end the script', () => {
    const value = { name: '</script><!--<script>alert(1)</script>' };
    const json = jsonForScript(value);
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual(value);
  });
});
