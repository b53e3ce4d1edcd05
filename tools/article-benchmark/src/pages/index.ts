import { newsLayouts } from './news-layouts.js';
import { otherLayouts } from './other-layouts.js';
import { type LabelledPage, makePage } from './page.js';
import { siteLayouts } from './site-layouts.js';
import { STORIES } from './stories.js';

const STORIES_PER_LAYOUT = 3;

/** Every layout with three stories, so that every story stands in many layouts. */
export function labelledPages(): LabelledPage[] {
  return Object.entries({ ...newsLayouts, ...otherLayouts, ...siteLayouts }).flatMap(
    ([name, layout], position) =>
      Array.from({ length: STORIES_PER_LAYOUT }, (_, turn) => {
        const story = STORIES[(position * 2 + turn * 3) % STORIES.length];
        if (!story) throw new Error('there is no story');
        return makePage(`${name}, ${turn + 1}`, layout, story);
      }),
  );
}
