import type { ServiceApi } from '@feedwarden/contracts';
import type { Express } from 'express';

/** What express would handle, as it knows it itself: `GET /api/v1/sources/:id`. */
export function mountedRoutes(app: Express): string[] {
  return app.router.stack
    .flatMap(({ route }) => (route ? [route] : []))
    .map(({ path, stack }) => ({ path, methods: [...new Set(stack.map(({ method }) => method))] }))
    .filter(({ methods }) => !isRefusal(methods))
    .flatMap(({ path, methods }) => methods.map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
}

/** The 405 that stands behind each path is for every method there is. */
const isRefusal = (methods: string[]) => methods.includes('trace');

export function tabledRoutes(api: ServiceApi): string[] {
  return Object.values(api.areas)
    .flatMap((table) => Object.values(table))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();
}
