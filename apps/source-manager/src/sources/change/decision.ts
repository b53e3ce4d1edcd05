import type { EventDraft } from '../../audit/record-events.js';
import type { SourceRow } from '../schema.js';

/** What is to become of a source, and how it is told afterwards: every change leaves one event. */
export interface Decision {
  set: Partial<Omit<SourceRow, 'id' | 'version' | 'changeSeq' | 'updatedAt' | 'standing' | 'feedHost'>>;
  event: EventDraft;
}
