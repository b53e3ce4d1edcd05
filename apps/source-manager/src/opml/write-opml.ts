import { escapeUTF8 } from 'entities';
import { SETTINGS_NAMESPACE, settingAttributes } from './opml-settings.js';
import type { ListedSource } from './source-of-outline.js';

/** Without a date: the same sources give the same file at any time. */
export const OPML_START = `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:feedwarden="${SETTINGS_NAMESPACE}">
  <head>
    <title>Feedwarden sources</title>
  </head>
  <body>
`;
export const OPML_END = '  </body>\n</opml>\n';

export function writeOutline(source: ListedSource): string {
  const { name, feedUrl, siteUrl } = source;
  const known = {
    text: name,
    title: name,
    type: 'rss',
    xmlUrl: feedUrl,
    ...(siteUrl && { htmlUrl: siteUrl }),
  };
  const attributes = [...Object.entries(known), ...settingAttributes(source)];
  return `    <outline ${attributes.map(([name, value]) => `${name}="${escaped(value)}"`).join(' ')}/>\n`;
}

/** Leaves out the two noncharacters that XML forbids. */
function escaped(text: string): string {
  return escapeUTF8(text.replace(/[\uFFFE\uFFFF]/g, ''));
}
