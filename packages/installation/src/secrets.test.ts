import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadOrCreateSecrets, readSecrets, secretsPath } from './secrets.js';

describe('the secrets of an installation', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'feedwarden-secrets-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('are made up in a new data folder, closed to others', () => {
    const secrets = loadOrCreateSecrets(dataDir);

    expect(Buffer.from(secrets.jwtSecret, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(Buffer.from(secrets.credentialsKey, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(secrets)).size).toBe(5);
    expect(statSync(secretsPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });

  test('are the same on the next start', () => {
    expect(loadOrCreateSecrets(dataDir)).toEqual(loadOrCreateSecrets(dataDir));
  });

  test('are not made up if they are only read', () => {
    expect(readSecrets(dataDir)).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    { damage: 'half a file', text: '{"jwtSecret": "abc', complaint: /not valid JSON/ },
    { damage: 'an empty file', text: '', complaint: /not valid JSON/ },
    { damage: 'null', text: 'null', complaint: /lacks a valid jwtSecret, credentialsKey/ },
    {
      damage: 'a short key',
      change: { credentialsKey: 'c2hvcnQ=' },
      complaint: /lacks a valid credentialsKey\./,
    },
    { damage: 'a number', change: { jwtSecret: 5 }, complaint: /lacks a valid jwtSecret\./ },
  ])('are refused and not overwritten, given $damage in secrets.json', ({ text, change, complaint }) => {
    const damaged = text ?? JSON.stringify({ ...loadOrCreateSecrets(dataDir), ...change });
    writeFileSync(secretsPath(dataDir), damaged, { mode: 0o600 });

    expect(() => loadOrCreateSecrets(dataDir)).toThrow(complaint);
    expect(readFileSync(secretsPath(dataDir), 'utf8')).toBe(damaged);
  });

  test('are closed with a warning, given a file that others can read', () => {
    const warn = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const secrets = loadOrCreateSecrets(dataDir);
    chmodSync(secretsPath(dataDir), 0o644);

    expect(loadOrCreateSecrets(dataDir)).toEqual(secrets);
    expect(statSync(secretsPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('open to other users'));
    warn.mockRestore();
  });
});
