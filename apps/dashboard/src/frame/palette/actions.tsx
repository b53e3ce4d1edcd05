import { useNavigate } from '@tanstack/react-router';
import { Icon, type IconName } from '../../parts/Icon.js';
import { chooseTheme } from '../theme.js';
import type { Entry } from './entries.js';

/** The pages, and what can be done from everywhere. */
export function useActions(onClose: () => void): Entry[] {
  const navigate = useNavigate();
  const entry = (kind: Entry['kind'], word: string, icon: IconName | null, go: () => unknown): Entry => ({
    key: word,
    kind,
    word,
    more: null,
    mark: icon && <Icon name={icon} />,
    run: () => {
      onClose();
      go();
    },
  });
  return [
    entry('page', 'Overview', 'overview', () => navigate({ to: '/' })),
    entry('page', 'Sources', 'sources', () => navigate({ to: '/sources' })),
    entry('page', 'Needs you', 'sources', () => navigate({ to: '/sources', search: { needs_you: true } })),
    entry('page', 'Hosts', 'hosts', () => navigate({ to: '/hosts' })),
    entry('page', 'Activity', 'activity', () => navigate({ to: '/activity' })),
    entry('page', 'Settings', 'settings', () => navigate({ to: '/settings' })),
    entry('action', 'Add a source', 'add', () => navigate({ to: '/add' })),
    entry('action', 'Import OPML', 'upload', () => navigate({ to: '/import' })),
    entry('action', 'Dark theme', null, () => chooseTheme('dark')),
    entry('action', 'Light theme', null, () => chooseTheme('light')),
    entry('action', "The system's theme", null, () => chooseTheme('system')),
  ];
}
