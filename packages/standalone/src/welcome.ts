import type { PlannedService } from './standalone-settings.js';

export function welcome(
  services: PlannedService[],
  dataDir: string,
  databaseDir: string | undefined,
): string {
  const lines = [
    'Feedwarden is running.',
    '',
    ...services.map(({ name, address }) => `  ${name.padEnd(15)} ${address}`),
    `  ${'data'.padEnd(15)} ${dataDir}`,
    ...(databaseDir === undefined || databaseDir.startsWith(dataDir)
      ? []
      : [`  ${'database'.padEnd(15)} ${databaseDir}`]),
    '',
    '  For a token, in another terminal:',
    '    npm run -s token -- --scope "sources:read sources:write feeds:toggle posts:read"',
    '',
    '  Ctrl-C stops everything; the data stays.',
  ];
  return `\n${lines.join('\n')}\n`;
}
