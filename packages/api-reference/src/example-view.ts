import type { DocumentedRequest } from '@feedwarden/contracts';
import { type Html, html } from './html.js';

/** One example: what is sent, and what comes back. */
export function exampleView(request: DocumentedRequest): Html {
  const { name, summary, expected } = request;
  return html`<details><summary>Example: ${summary ?? words(name)}</summary>
    <pre>${sent(request)}</pre>
    ${expected.example !== undefined && html`<pre>${text(expected.example)}</pre>`}</details>`;
}

function sent({ method, path, headers, body }: DocumentedRequest): string {
  const lines = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return [lines.join('\n'), ...(body === undefined ? [] : [text(body)])].join('\n\n');
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** `ofOneSource` as people write it. */
const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
