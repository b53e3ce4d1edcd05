declare module 'virtual:api-routes' {
  type Rows = Record<string, import('@feedwarden/contracts').Operation>;
  export const sourceManagerRoutes: Rows;
  export const crawlerRoutes: Rows;
}
