import { describe, expect, it } from '@jest/globals';
import { html, prose } from './html.js';

describe('HTML of a page', () => {
  it('escapes text of any kind', () => {
    expect(html`<p title="${'"\'>'}">${'<script>&'}</p>`.text).toBe(
      '<p title="&quot;&apos;&gt;">&lt;script&gt;&amp;</p>',
    );
  });

  it('escapes text, joins lists and leaves nothing out but null', () => {
    expect(html`${[html`<b>1</b>`, 2]}${null}${undefined}${false}`.text).toBe('<b>1</b>2');
  });

  it('escapes what is in code', () => {
    expect(html`${prose('One `<a>`.\n\nTwo.')}`.text).toBe('<p>One <code>&lt;a&gt;</code>.</p><p>Two.</p>');
  });
});
