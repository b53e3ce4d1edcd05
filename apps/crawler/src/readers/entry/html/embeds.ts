export type Embed =
  | { kind: 'frame'; url: string; rights: typeof RIGHTS }
  | { kind: 'link'; url: string; text: string };

/** A player needs its scripts and its own storage. It cannot reach the page around it, nor send it elsewhere. */
const RIGHTS = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
  allow: 'encrypted-media; fullscreen; picture-in-picture',
  referrerpolicy: 'strict-origin-when-cross-origin',
  loading: 'lazy',
};

interface Player {
  hosts: readonly string[];
  path: RegExp;
  /** The address of the frame, made of what `path` found. null: it is no player. */
  frame(found: readonly string[], query: URLSearchParams): string | null;
}

/** The address of a frame is put together anew: nothing of what a stranger wrote is in it but names and numbers. */
const PLAYERS: readonly Player[] = [
  {
    hosts: [
      'www.youtube.com',
      'youtube.com',
      'm.youtube.com',
      'www.youtube-nocookie.com',
      'youtube-nocookie.com',
    ],
    path: /^\/(?:embed|v)\/([\w-]{11})$/,
    frame([id = ''], query) {
      const start = number(query.get('start'));
      const list = query.get('list') ?? '';
      if (id === 'videoseries' && !NAME.test(list)) return null;
      const asked = id === 'videoseries' ? `?list=${list}` : start && `?start=${start}`;
      return `https://www.youtube-nocookie.com/embed/${id}${asked}`;
    },
  },
  {
    hosts: ['player.vimeo.com'],
    path: /^\/video\/(\d+)$/,
    frame([id = ''], query) {
      // Of videos that are not listed.
      const key = query.get('h') ?? '';
      return `https://player.vimeo.com/video/${id}${NAME.test(key) ? `?h=${key}` : ''}`;
    },
  },
  {
    hosts: ['www.dailymotion.com', 'dailymotion.com'],
    path: /^\/embed\/video\/([a-z\d]+)$/i,
    frame: ([id = '']) => `https://www.dailymotion.com/embed/video/${id}`,
  },
  {
    hosts: ['open.spotify.com'],
    path: /^\/embed(?:-podcast)?\/(album|artist|episode|playlist|show|track)\/([a-z\d]+)$/i,
    frame: ([kind = '', id = '']) => `https://open.spotify.com/embed/${kind}/${id}`,
  },
  {
    hosts: ['w.soundcloud.com'],
    path: /^\/player\/?$/,
    frame(_found, query) {
      const url = query.get('url') ?? '';
      return /^https?:\/\/(?:api\.)?soundcloud\.com\/[\w/-]+$/.test(url)
        ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(url)}`
        : null;
    },
  },
  {
    hosts: ['bandcamp.com', 'www.bandcamp.com'],
    path: /^\/EmbeddedPlayer\/((?:v=2\/)?(?:album|track)=\d+)(?:\/|$)/,
    frame: ([what = '']) => `https://bandcamp.com/EmbeddedPlayer/${what}/`,
  },
  {
    hosts: ['embed.podcasts.apple.com', 'embed.music.apple.com'],
    path: /^\/([a-z]{2})\/(podcast|album|playlist)\/(?:[^/]+\/)?((?:id|pl\.)?[\w.-]+)$/,
    frame([country = '', kind = '', id = ''], query) {
      const host = kind === 'podcast' ? 'podcasts' : 'music';
      const part = number(query.get('i'));
      return `https://embed.${host}.apple.com/${country}/${kind}/${id}${part && `?i=${part}`}`;
    },
  },
  {
    hosts: ['archive.org', 'www.archive.org'],
    path: /^\/embed\/([\w.-]+)$/,
    frame: ([name = '']) => `https://archive.org/embed/${name}`,
  },
  {
    hosts: ['embed.ted.com'],
    path: /^\/talks\/((?:lang\/[a-z-]{2,5}\/)?[\w-]+)$/,
    frame: ([talk = '']) => `https://embed.ted.com/talks/${talk}`,
  },
];

/** Sites whose frames show what an article is about, but which need more than a sandbox gives, or the page's own name. */
const LINKED = new Set([
  'clips.twitch.tv',
  'codepen.io',
  'geo.dailymotion.com',
  'giphy.com',
  'player.twitch.tv',
  'rumble.com',
  'www.facebook.com',
  'www.instagram.com',
  'www.tiktok.com',
]);
const PLAYER_HOSTS = new Set(PLAYERS.flatMap(({ hosts }) => hosts));

const NAME = /^[\w-]{1,100}$/;
const MAX_CHARS = 2000;

/** What a frame with this address becomes; null: it is of no site that is known. */
export function frameOf(address: string | undefined): Embed | null {
  const url = address && address.length <= MAX_CHARS ? parse(address) : null;
  if (!url) return null;
  for (const { hosts, path, frame } of PLAYERS) {
    const found = hosts.includes(url.hostname) ? path.exec(url.pathname) : null;
    const framed = found && frame(found.slice(1), url.searchParams);
    if (framed) return { kind: 'frame', url: framed, rights: RIGHTS };
  }
  const isKnown = PLAYER_HOSTS.has(url.hostname) || LINKED.has(url.hostname);
  return isKnown ? { kind: 'link', url: url.href, text: url.hostname } : null;
}

/** Exactly as a browser reads it. */
function parse(address: string): URL | null {
  try {
    const url = new URL(address, 'https://relative.invalid/');
    const isPlain = /^https?:$/.test(url.protocol) && !url.port && !url.username && !url.password;
    return isPlain ? url : null;
  } catch {
    return null;
  }
}

const number = (text: string | null): string => (text && /^\d{1,15}$/.test(text) ? text : '');
