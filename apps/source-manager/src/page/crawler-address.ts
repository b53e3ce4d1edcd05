import type { Request } from 'express';
import { z } from 'zod';

/** Where the page of this request reaches the crawler: an address, or a path at the same server. */
export type CrawlerAddress = (request: Request) => string;

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export const crawlerAddressField = () =>
  z
    .string()
    .default(':4200')
    .refine(
      isAddress,
      'must be a URL like https://crawler.example, a path like /crawler, or a port like :4200',
    )
    .describe(
      'Where the dashboard in a browser reaches the crawler: a URL, a path at the same server if a proxy serves both, or a port of the same host.',
    );

export function createCrawlerAddress(setting: string): CrawlerAddress {
  if (!setting.startsWith(':')) return () => setting.replace(/\/+$/, '');
  // The header is from outside and gets into a policy: anything odd in it is ignored.
  return ({ headers: { host = '' } }) => {
    const name = HOST.test(host) ? host.replace(/:\d+$/, '').toLowerCase() : '127.0.0.1';
    return `http://${name}${setting}`;
  };
}

function isAddress(text: string): boolean {
  if (/^:\d{1,5}$/.test(text)) return Number(text.slice(1)) > 0 && Number(text.slice(1)) < 65_536;
  if (/^(?:\/[\w.-]+)+\/?$/.test(text)) return true;
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  } catch {
    return false;
  }
}
