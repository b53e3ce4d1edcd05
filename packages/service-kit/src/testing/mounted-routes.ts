import type { ServiceApi } from '@feedwarden/contracts';
import type { Express } from 'express';

/** What express would answer, as it knows it itself: `GET /api/v1/sources/:id`. */
export function mountedRoutes(app: Express): string[] {
  return app.router.stack
    .flatMap(({ route }) => route?.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`) ?? [])
    .filter((route, index, all) => all.indexOf(route) === index)
    .sort();
}

export function tabledRoutes(api: ServiceApi): string[] {
  return Object.values(api.areas)
    .flatMap((table) => Object.values(table))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();
}
