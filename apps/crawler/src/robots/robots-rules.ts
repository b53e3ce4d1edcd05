import robotsParser from 'robots-parser';

/** Its types promise an ES module with a default export; it is a function. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const LINE = /^\s*([a-z-]+)\s*:([^#]*)/i;
/** No URL we request is longer. */
const LONGEST_PATTERN = 2048;
/** The rest is ignored: every rule is matched against the URL, a wildcard against every part of it. */
const MOST_LINES = 10_000;
const MOST_WILDCARD_CHARS = 20_000;

/**
 * The part of a robots.txt that applies to us. The rules for others are removed before parsing, because thousands
 * of names above thousands of rules make millions of rules.
 */
export function rulesFor(agent: string, robotsTxt: string): string {
  const kept: string[] = [];
  let agents = new Set<string>();
  let inAgents = false;
  let wildcardChars = 0;
  for (const line of robotsTxt.split(/\r\n|\r|\n/)) {
    const [, name = '', rest = ''] = LINE.exec(line) ?? [];
    const field = name.toLowerCase();
    const value = rest.trim();
    if (field === 'user-agent') {
      if (!inAgents) agents = new Set();
      inAgents = true;
      const called = value.split('/', 1)[0]?.trim().toLowerCase() ?? '';
      if (called === '*' || called === agent.toLowerCase()) agents.add(called);
    } else if (field === 'allow' || field === 'disallow') {
      if (inAgents) kept.push(...[...agents].map((called) => `user-agent: ${called}`));
      inAgents = false;
      if (agents.size === 0 || value.length > LONGEST_PATTERN || kept.length >= MOST_LINES) continue;
      if (value.includes('*')) wildcardChars += value.length;
      if (wildcardChars <= MOST_WILDCARD_CHARS) kept.push(`${field}: ${value}`);
    }
  }
  return kept.join('\n');
}

/** Whether the rules that `rulesFor` left of a robots.txt allow a page. */
export function isAllowed(
  agent: string,
  { robotsUrl, rules }: { robotsUrl: string; rules: string },
  url: string,
): boolean {
  return parseRobots(robotsUrl, rules).isAllowed(url, agent) !== false;
}
