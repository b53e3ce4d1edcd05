import type { Source } from '@feedwarden/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyFailure } from '../frame/notices.js';
import { sourceManager } from './clients.js';
import { showSource } from './source-data.js';

/** Whether a person keeps a source from being polled: then enabling is what there is to do. */
export const isOff = ({ status }: Pick<Source, 'status'>): boolean =>
  status === 'disabled' || status === 'quarantined' || status === 'cooling_down';

/** Enabling ends whatever keeps the source out of polling; disabling takes the feed out until it is enabled. */
export function useToggle() {
  const queries = useQueryClient();
  const turn = async (source: Source, on: boolean): Promise<Source> => {
    if (!on) return sourceManager.disableFeed(source.id, { reason: 'manual' });
    if (!source.enabled) return sourceManager.changeSource(source.id, { enabled: true });
    if (source.quarantinedAt) return sourceManager.releaseSource(source.id);
    return sourceManager.enableFeed(source.id);
  };
  const toggle = useMutation({
    mutationFn: (source: Source) => turn(source, isOff(source)),
    onSuccess: (changed, before) => {
      showSource(queries, changed);
      const on = isOff(before);
      const undo = on && before.status !== 'disabled' ? null : () => toggle.mutate(changed);
      notify(
        on ? `${changed.name} is polled again, at once.` : `${changed.name} is not polled any more.`,
        undo,
      );
    },
    onError: notifyFailure,
  });
  return toggle;
}
