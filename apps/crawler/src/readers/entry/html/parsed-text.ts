import { Parser } from 'htmlparser2';
import { BLOCKS, INVISIBLE } from './elements.js';

/** The text of any HTML, with a space where a block begins or ends. */
export function parsedText(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag(name) {
      if (INVISIBLE.has(name)) hidden += 1;
      else if (hidden === 0 && BLOCKS.has(name)) text += ' ';
    },
    onclosetag(name) {
      if (INVISIBLE.has(name)) hidden -= 1;
      else if (hidden === 0 && BLOCKS.has(name)) text += ' ';
    },
    ontext(data) {
      if (hidden === 0) text += data;
    },
  });
  parser.end(html);
  return text;
}
