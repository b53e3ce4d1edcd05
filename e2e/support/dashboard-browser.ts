import { loginAudience, type Scope } from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { TEST_TRUST } from '@feedwarden/test-kit';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { RunningSystem } from './running-system.js';
import { whereFound } from './where-found.js';

/** Debian's browser. Where it is missing, what needs it is skipped aloud. */
export const itInABrowser = whereFound('chromium', 'chromium');

/** Nothing that it does by itself, such as asking for updates. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SCOPES: Scope[] = ['sources:read', 'sources:write', 'feeds:toggle', 'posts:read'];

export interface DashboardBrowser {
  context: BrowserContext;
  page: Page;
  /** What the page must never do: errors of its code, and violations of its policy. */
  complaints: string[];
  close(): Promise<void>;
}

/** A new browser, as a person has it who was never here. */
export async function openBrowser(
  options: { width?: number; height?: number; theme?: 'light' | 'dark' } = {},
): Promise<DashboardBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: await pathOf('chromium'), args: FLAGS });
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A service that refuses or is down is told by the browser itself; what the page says then is tested.
    if (message.type() === 'error' && !/^Failed to load resource|net::ERR_/.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  return { context, page, complaints, close: () => browser.close() };
}

async function pathOf(program: string): Promise<string> {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
}

/** The link that `feedwarden login` prints. */
export async function loginLink(system: RunningSystem, ttlSeconds = 600): Promise<string> {
  const code = await signToken({
    ...TEST_TRUST,
    audience: loginAudience(TEST_TRUST.audience),
    subject: 'tester',
    scopes: SCOPES,
    ttlSeconds,
  });
  return `${system.manager.url}/login#${code}`;
}

/** Opens the link and waits for the page behind it. */
export async function logIn(system: RunningSystem, page: Page): Promise<void> {
  await page.goto(await loginLink(system));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
