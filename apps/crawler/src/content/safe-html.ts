import sanitizeHtml from 'sanitize-html';

/** What strangers wrote, made safe to show: text, links, images and simple structure; no scripts, styles or forms. */
export function toSafeHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: sanitizeHtml.defaults.allowedTags.concat([
      'img',
      'figure',
      'figcaption',
      'picture',
      'del',
      'ins',
    ]),
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      time: ['datetime'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }, true) },
    allowedSchemesByTag: { img: ['http', 'https'] },
    nestingLimit: 200,
  });
}
