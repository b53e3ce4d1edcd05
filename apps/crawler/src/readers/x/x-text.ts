interface TweetText {
  text: string;
  entities: { urls: { url: string; expanded_url: string }[] } | null;
}

const ESCAPES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The text as a person reads it: the API escapes three characters, and shortens every link. */
export function tweetText({ text, entities }: TweetText): string {
  const links = new Map(entities?.urls.map(({ url, expanded_url }) => [url, expanded_url]));
  return text
    .replace(/&(?:lt|gt|amp);/g, (escaped) => ESCAPES[escaped] ?? escaped)
    .replace(/https?:\/\/t\.co\/\w+/g, (link) => links.get(link) ?? link);
}
