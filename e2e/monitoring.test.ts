import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type RunningSystem, startSystem } from './support/running-system.js';
import { whereFound } from './support/where-found.js';

const MONITORING = join(import.meta.dirname, '../docker/monitoring');
const DASHBOARDS = join(MONITORING, 'grafana/dashboards');
const read = (path: string) => readFileSync(join(MONITORING, path), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
}
const alerts: Alert[] = parse(read('alerts.yml')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules);
const dashboards = readdirSync(DASHBOARDS);
/** Each has a small set of values, whatever is polled and whoever asks. */
const LABELS = [
  ...['service', 'version', 'node', 'major', 'minor', 'patch'],
  ...['level', 'method', 'route', 'status', 'result', 'pool', 'state'],
  ...['outcome', 'error_type', 'decision', 'why', 'blame', 'verdict', 'vantage'],
  ...['le', 'kind', 'type', 'space'],
];

let system: RunningSystem;
let exposition: string;
let known: Set<string>;
beforeAll(async () => {
  system = await startSystem();
  const pages = await Promise.all(
    [system.manager, system.crawler].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  exposition = pages.join('\n');
  known = new Set(namesIn(exposition));
});
afterAll(() => system?.stop());

describe('the metrics', () => {
  it.each(dashboards)('has every metric that the dashboard %s shows', (file) => {
    const { panels } = JSON.parse(read(`grafana/dashboards/${file}`)) as {
      panels: { targets: { expr: string }[] }[];
    };
    const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr)));

    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(alerts.map(({ alert, expr }) => [alert, expr]))('has every metric of the alert %s', (_, expr) => {
    expect(metricsOf(expr).filter((name) => !known.has(name))).toEqual([]);
  });

  it('has no labels that a stranger can choose', () => {
    // A host, URL, feed or subject as a label would be a time series for each.
    const labels = new Set([...exposition.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => label));
    for (const label of LABELS) labels.delete(label);

    expect([...labels]).toEqual([]);
  });

  it('names what is running', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    for (const service of ['source-manager', 'crawler'])
      expect(exposition).toContain(
        `feedwarden_build_info{service="${service}",version="${version}",node="${process.versions.node}"} 1`,
      );
    for (const { url } of [system.manager, system.crawler])
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive', version });
  });
});

describe('the numbers of sources', () => {
  it('are those of the overview: by status, by error type, and what needs a person', async () => {
    const { id } = await system.sources.createSource({ name: 'off', feedUrl: 'http://127.0.0.1:1/feed' });
    expect((await system.pollNow(id)).outcome).toBe('failed');
    await eventually(async () => {
      const page = await (await fetch(`${system.manager.url}/metrics`)).text();
      expect(page).toContain('feedwarden_sources{status="failing"} 1');
      expect(page).toContain('feedwarden_sources{status="healthy"} 0');
      expect(page).toContain('feedwarden_sources_in_trouble{error_type="network"} 1');
      expect(page).toContain('feedwarden_sources_that_need_you 0');
    }, 30_000);
  });
});

describe('the alerts', () => {
  it('are each explained in docs/operating.md', () => {
    const operating = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8');

    expect(alerts.filter(({ alert }) => !operating.includes(`\`${alert}\``))).toEqual([]);
  });

  it('page a person or open a ticket', () => {
    expect(new Set(alerts.map(({ labels }) => labels.severity))).toEqual(new Set(['page', 'ticket']));
  });

  whereFound('promtool', 'prometheus')('are valid for Prometheus, and so is what it scrapes', () => {
    const checked = [
      ['check', 'rules', 'alerts.yml'],
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ].map((args) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: MONITORING, encoding: 'utf8' });
      return { status, output: status === 0 ? '' : `${stdout}${stderr}` };
    });

    expect(checked).toEqual([
      { status: 0, output: '' },
      { status: 0, output: '' },
    ]);
  });
});

/** The series of an exposition, and of each family its name. */
function namesIn(exposition: string): string[] {
  return exposition.split('\n').flatMap((line) => /^(?:# TYPE )?([a-zA-Z_:][\w:]*)/.exec(line)?.[1] ?? []);
}

/** Of an expression of PromQL; those of Prometheus itself and of the node exporter are not ours to check. */
function metricsOf(expr: string): string[] {
  const names = expr.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [];
  const series = names.filter((name) => /^(?:feedwarden|http|process|nodejs)_/.test(name));
  return series.map((name) => name.replace(/_(?:bucket|count|sum)$/, ''));
}
