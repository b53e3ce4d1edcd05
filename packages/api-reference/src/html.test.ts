import { describe, expect, it } from '@jest/globals';
import { html, prose } from './html.js';

describe('HTML of a page', () => {
  it('escapes text of any kind', () => {
    expect(html`<p title="${'"\'>'}">${'<script>&'}</p>`.text).toBe(
      '<p title="&quot;&apos;&gt;">&lt;script&gt;&amp;</p>',
    );
  });

  it('Given markup, lists and nothing, when they are put in, then only what is there is shown', () => {
    expect(html`${[html`<b>1</b>`, 2]}${null}${undefined}${false}`.text).toBe('<b>1</b>2');
  });

  it('Given paragraphs with code, when they are shown, then nothing in the code is markup', () => {
    expect(html`${prose('One `<a>`.\n\nTwo.')}`.text).toBe('<p>One <code>&lt;a&gt;</code>.</p><p>Two.</p>');
  });
});
