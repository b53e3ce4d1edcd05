interface VerdictTraits {
  /** What it says besides its kind; all of it is text. */
  fields: readonly ('reason' | 'from' | 'to')[];
  /** The operation of source-manager that carries it out. Its body is the fields and the crawler's command. */
  operation: string;
  /** One word for the decision of a poll and for the action in the audit trail. */
  action: string;
  log: { level: 'info' | 'warn'; message: string };
  /** What it means to webhooks; null: nothing that they could hear of. */
  webhookEvent: string | null;
}

/**
 * Everything that a poll can decide about the switches of a source. A row carries all that the rest of the system says
 * of a verdict; what a verdict does to the switches is in feed-health, which decides it.
 */
export const VERDICTS = {
  disable_feed: {
    fields: ['reason'],
    operation: 'disableFeed',
    action: 'feed_disabled',
    log: { level: 'warn', message: 'feed disabled' },
    webhookEvent: 'disabled',
  },
  /** The feed was disabled before, so webhooks know. */
  renew_cooldown: {
    fields: ['reason'],
    operation: 'disableFeed',
    action: 'cooldown_renewed',
    log: { level: 'warn', message: 'cooldown renewed' },
    webhookEvent: null,
  },
  enable_feed: {
    fields: [],
    operation: 'enableFeed',
    action: 'feed_enabled',
    log: { level: 'info', message: 'feed enabled' },
    webhookEvent: 'enabled',
  },
  disable_source: {
    fields: ['reason'],
    operation: 'autoDisableSource',
    action: 'source_disabled',
    log: { level: 'warn', message: 'source disabled' },
    webhookEvent: 'disabled',
  },
  quarantine: {
    fields: ['reason'],
    operation: 'quarantineSource',
    action: 'quarantined',
    log: { level: 'warn', message: 'source quarantined' },
    webhookEvent: 'quarantined',
  },
  release: {
    fields: [],
    operation: 'releaseSource',
    action: 'released',
    log: { level: 'info', message: 'source released from quarantine' },
    webhookEvent: 'released',
  },
  move_feed: {
    fields: ['from', 'to'],
    operation: 'moveFeed',
    action: 'moved',
    log: { level: 'info', message: 'feed moved' },
    webhookEvent: null,
  },
} as const satisfies Record<string, VerdictTraits>;

export type VerdictKind = keyof typeof VERDICTS;
type VerdictRow = (typeof VERDICTS)[VerdictKind];
/** The operations that the table of switches must have. */
export type VerdictOperation = VerdictRow['operation'];

/** A verdict of one of these kinds, with the fields of its row. */
export type VerdictOf<Kind extends VerdictKind> = {
  [One in Kind]: { kind: One } & Record<(typeof VERDICTS)[One]['fields'][number], string>;
}[Kind];

/** What people do to sources and no poll ever decides. */
const ACTIONS_OF_PEOPLE = {
  created: { webhookEvent: null },
  changed: { webhookEvent: null },
  deleted: { webhookEvent: null },
  source_enabled: { webhookEvent: 'enabled' },
} as const;

export type VerdictAction = VerdictRow['action'];
export type SourceAction = keyof typeof ACTIONS_OF_PEOPLE | VerdictAction;
export type WebhookEvent = NonNullable<VerdictRow['webhookEvent']> | 'recovered';

const rows: readonly VerdictRow[] = Object.values(VERDICTS);

export const VERDICT_ACTIONS: VerdictAction[] = rows.map(({ action }) => action);

/** Every action of the audit trail. */
export const SOURCE_ACTIONS = {
  ...ACTIONS_OF_PEOPLE,
  ...Object.fromEntries(rows.map(({ action, webhookEvent }) => [action, { webhookEvent }])),
} as Record<SourceAction, { webhookEvent: WebhookEvent | null }>;

/** `recovered` is the only one that nobody does: a failing source has succeeded. */
export const WEBHOOK_EVENTS: WebhookEvent[] = [
  ...new Set([...rows.flatMap(({ webhookEvent }) => webhookEvent ?? []), 'recovered' as const]),
];
