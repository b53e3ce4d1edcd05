import type { Operation } from '@feedwarden/contracts';
import { type Handle, type Route, routesOf } from '@feedwarden/service-kit';

/** The parts of a row that most tests do not care for. */
export const TEST_ROW = {
  method: 'get',
  scope: null,
  summary: 'A route of a test',
  answer: { status: 200, description: 'What the test says.' },
  examples: {},
} as const satisfies Partial<Operation>;

export function testRoute<const Row extends Operation>(row: Row, handle: NoInfer<Handle<Row>>): Route[] {
  return routesOf({ test: row }, { test: handle });
}
