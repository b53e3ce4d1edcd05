import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readActivitySearch } from '../activity/activity-search.js';
import { OverviewPage } from '../overview/OverviewPage.js';
import { readSourceSearch } from '../sources/source-search.js';
import { Frame } from './Frame.js';
import { BrokenPage, MissingPage } from './MissingPage.js';

const root = createRootRoute({ notFoundComponent: MissingPage, errorComponent: BrokenPage });
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../login/LoginPage.js')),
});
/** Everything behind the log-in. */
const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Frame });

const pages = [
  createRoute({
    getParentRoute: () => framed,
    path: '/',
    // Most open this page first: it comes with what is around it, one request sooner.
    component: OverviewPage,
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/sources',
    validateSearch: readSourceSearch,
    component: lazyRouteComponent(() => import('../sources/SourcesPage.js'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/sources/$id',
    component: lazyRouteComponent(() => import('../source/SourcePage.js'), 'SourcePage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/hosts',
    validateSearch: ({ all }: Record<string, unknown>): { all?: boolean } => (all === true ? { all } : {}),
    component: lazyRouteComponent(() => import('../hosts/HostsPage.js'), 'HostsPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/hosts/$host',
    component: lazyRouteComponent(() => import('../hosts/HostPage.js'), 'HostPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/add',
    validateSearch: ({ url }: Record<string, unknown>): { url?: string } =>
      typeof url === 'string' && url ? { url } : {},
    component: lazyRouteComponent(() => import('../add/AddPage.js'), 'AddPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/import',
    component: lazyRouteComponent(() => import('../import/ImportPage.js'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/activity',
    validateSearch: readActivitySearch,
    component: lazyRouteComponent(() => import('../activity/ActivityPage.js'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: '/settings',
    component: lazyRouteComponent(() => import('../settings/SettingsPage.js'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([login, framed.addChildren(pages)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
