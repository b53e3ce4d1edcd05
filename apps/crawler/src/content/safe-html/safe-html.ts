import sanitizeHtml from 'sanitize-html';
import { frameOf } from '../../readers/entry/html/embeds.js';
import { createImages } from './images.js';

type Attributes = Record<string, string>;

/** Not allowed, so that it is left out; what is inside stays. */
const DROPPED = 'dropped';
/** Left out with all that is inside. */
const DROPPED_WHOLE = 'script';

const LINK = { rel: 'noopener noreferrer nofollow' };
const WEB = ['http', 'https'];
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(;[\w\s.,="'-]*)?$/;
const PIXELS = /^\d{1,4}$/;

/**
 * What strangers wrote, made safe to show: text, links, images, media, known players and simple structure; no scripts,
 * styles or forms. The result is unchanged when it is sanitised again. A change here needs a new `SANITISER_VERSION`.
 */
export function toSafeHtml(html: string): string {
  const images = createImages();
  const frames = createFrames();
  return sanitizeHtml(html, {
    allowedTags: [
      ...sanitizeHtml.defaults.allowedTags,
      ...['img', 'picture', 'video', 'audio', 'source', 'iframe', 'del', 'ins'],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height'],
      video: ['src', 'poster', 'controls', 'preload', 'width', 'height'],
      audio: ['src', 'controls', 'preload'],
      source: ['src', 'srcset', 'sizes', 'type', 'media'],
      iframe: ['src', 'title', 'width', 'height', 'sandbox', 'allow', 'referrerpolicy', 'loading'],
      time: ['datetime'],
    },
    allowedSchemes: [...WEB, 'mailto'],
    allowedSchemesByTag: { img: WEB, video: WEB, audio: WEB, source: WEB, srcset: WEB, iframe: ['https'] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
    allowProtocolRelative: false,
    selfClosing: [...sanitizeHtml.defaults.selfClosing, 'source'],
    nestingLimit: 200,
    onOpenTag(name, attributes) {
      frames.open(name, attributes);
      if (name === 'noscript') images.enterNoscript();
    },
    onCloseTag(name) {
      frames.close(name);
      if (name === 'noscript') images.leaveNoscript();
    },
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', LINK, true),
      img: (_name, attributes) => tag('img', images.attributesOf(attributes)),
      video: (_name, attributes) => tag('video', { ...sizeOf(attributes), ...playable(attributes) }),
      audio: (_name, attributes) => tag('audio', playable(attributes)),
      source: (_name, attributes) => tag('source', sourceOf(attributes)),
      iframe: embed,
      embed,
      object: embed,
      '*': (name, attributes) => tag(frames.isInside() ? DROPPED_WHOLE : name, attributes),
    },
  });
}

function tag(tagName: string, attribs: Attributes | null): sanitizeHtml.Tag {
  return attribs ? { tagName, attribs } : { tagName: DROPPED, attribs: {} };
}

/** Nothing plays, or is loaded, before somebody wants it. */
function playable({ src, poster, 'data-src': lazy }: Attributes): Attributes {
  const address = src || lazy;
  return { ...(address && { src: address }), ...(poster && { poster }), controls: '', preload: 'none' };
}

function sourceOf(attributes: Attributes): Attributes {
  const { sizes, type, media } = attributes;
  const src = attributes.src || attributes['data-src'];
  const srcset = attributes['data-srcset'] || attributes['data-lazy-srcset'] || attributes.srcset;
  return {
    ...(src && { src }),
    ...(srcset && { srcset }),
    ...(sizes && { sizes }),
    ...(type && MEDIA_TYPE.test(type) && { type }),
    ...(media && { media }),
  };
}

function sizeOf({ width = '', height = '' }: Attributes): Attributes {
  return { ...(PIXELS.test(width) && { width }), ...(PIXELS.test(height) && { height }) };
}

/** A player that is known is shown in a frame; a page of its site that is none, as a link; everything else not at all. */
function embed(name: string, attributes: Attributes): sanitizeHtml.Tag {
  const lazy = attributes['data-src'] || attributes['data-lazy-src'];
  const found = frameOf(attributes[name === 'object' ? 'data' : 'src']) ?? frameOf(lazy);
  if (!found) return tag(name === 'iframe' ? DROPPED_WHOLE : DROPPED, {});
  if (found.kind === 'link') return { tagName: 'a', attribs: { href: found.url, ...LINK }, text: found.text };
  const { title } = attributes;
  return tag('iframe', { src: found.url, ...(title && { title }), ...sizeOf(attributes), ...found.rights });
}

/** Browsers show nothing of what is inside a frame. Inside an object that is none may be one that is. */
function createFrames() {
  const isFrame: boolean[] = [];
  let open = 0;
  let isInside = false;
  return {
    /** Whether the tag that was opened last is inside a frame. */
    isInside: () => isInside,
    open(name: string, { data }: Attributes): void {
      isInside = open > 0;
      if (name !== 'iframe' && name !== 'object') return;
      isFrame.push(name === 'iframe' || frameOf(data) !== null);
      if (isFrame.at(-1)) open += 1;
    },
    close(name: string): void {
      if ((name === 'iframe' || name === 'object') && isFrame.pop()) open -= 1;
    },
  };
}
