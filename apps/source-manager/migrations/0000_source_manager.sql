CREATE TABLE "source_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"evidence" jsonb
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"owner_id" text NOT NULL,
	"provider" text NOT NULL,
	"ciphertext" text NOT NULL,
	"key_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_owner_id_provider_pk" PRIMARY KEY("owner_id","provider")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"source_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_subject_key_pk" PRIMARY KEY("subject","key")
);
--> statement-breakpoint
CREATE TABLE "change_clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "change_clock_is_one_row" CHECK ("change_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "removed_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"feed_url" text,
	"site_url" text,
	"enabled" boolean NOT NULL,
	"poll_interval_minutes" integer,
	"poll_delay_seconds" double precision,
	"max_failures" integer,
	"max_backoff_hours" integer,
	"article_selector" text,
	"aggregate" boolean,
	"failure_policy" text,
	"owner_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"disabled_reason" text,
	"feed_disabled_at" timestamp (3) with time zone,
	"feed_disable_reason" text,
	"quarantined_at" timestamp (3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"last_failure_type" text,
	"last_error_type" text,
	"last_error" text,
	"last_polled_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"next_poll_at" timestamp (3) with time zone,
	"next_poll_reason" text,
	"proposed_feed_url" text,
	"proposed_since" timestamp (3) with time zone,
	"health_epoch" integer DEFAULT 0 NOT NULL,
	"last_command_id" uuid,
	"change_seq" bigint NOT NULL,
	"standing" text GENERATED ALWAYS AS (case
  when not enabled then 'disabled'
  when coalesce(feed_url, '') = '' then 'no_feed'
  when quarantined_at is not null then 'quarantined'
  when feed_disable_reason = 'manual' then 'disabled'
  when feed_disabled_at is not null then 'feed_disabled'
  when consecutive_failures > 0 then 'failing'
  else 'healthy' end) STORED NOT NULL,
	"feed_host" text GENERATED ALWAYS AS (lower(substring(feed_url from '^[A-Za-z]+://(?:[^/?#]*@)?(\[[^]]*\]|[^/?#:]*)'))) STORED,
	CONSTRAINT "feed_disabled_with_reason" CHECK (("sources"."feed_disabled_at" is null) = ("sources"."feed_disable_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"content" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"last_attempt" jsonb
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"ciphertext" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"claimable_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_events_by_source" ON "source_events" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "removed_sources_by_change" ON "removed_sources" USING btree ("change_seq","id");--> statement-breakpoint
CREATE INDEX "sources_by_creation" ON "sources" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_update" ON "sources" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_name" ON "sources" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "sources_by_type" ON "sources" USING btree ("type","created_at","id") WHERE "sources"."type" <> 'rss';--> statement-breakpoint
CREATE INDEX "sources_by_feed_url" ON "sources" USING btree (feed_url collate "C","created_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_host" ON "sources" USING btree ("feed_host","created_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_change" ON "sources" USING btree ("change_seq","id");--> statement-breakpoint
CREATE INDEX "sources_by_standing" ON "sources" USING btree ("standing","created_at","id") WHERE "sources"."standing" <> 'healthy';--> statement-breakpoint
CREATE INDEX "sources_switched_off" ON "sources" USING btree ("created_at","id") WHERE not "sources"."enabled";--> statement-breakpoint
CREATE INDEX "sources_by_failing_since" ON "sources" USING btree ("failing_since","id") WHERE "sources"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_failures" ON "sources" USING btree ("consecutive_failures","id") WHERE "sources"."consecutive_failures" > 0;--> statement-breakpoint
CREATE INDEX "sources_by_last_poll" ON "sources" USING btree ("last_polled_at","id") WHERE "sources"."last_polled_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_last_success" ON "sources" USING btree ("last_success_at","id") WHERE "sources"."last_success_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_next_poll" ON "sources" USING btree ("next_poll_at","id") WHERE "sources"."next_poll_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_feed_disabling" ON "sources" USING btree ("feed_disabled_at","id") WHERE "sources"."feed_disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_quarantine" ON "sources" USING btree ("quarantined_at","id") WHERE "sources"."quarantined_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_error_type" ON "sources" USING btree ("last_error_type","failing_since","id") WHERE "sources"."last_error_type" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_webhook" ON "webhook_deliveries" USING btree ("webhook_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at","seq") WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_by_source" ON "webhook_deliveries" USING btree ("webhook_id","source_id","seq") WHERE "webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_done" ON "webhook_deliveries" USING btree ("at") WHERE "webhook_deliveries"."next_attempt_at" is null;--> statement-breakpoint
CREATE INDEX "webhooks_by_owner" ON "webhooks" USING btree ("owner_id","created_at","id");--> statement-breakpoint
-- Without the extension a search reads every row. A database that does not allow it must not stop the start.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "sources_by_text" ON "sources" USING gin ((name || E'\n' || regexp_replace(coalesce(feed_url, ''), '^([A-Za-z]+://)[^/?#]*@', '\1') || E'\n' || regexp_replace(coalesce(site_url, ''), '^([A-Za-z]+://)[^/?#]*@', '\1')) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE WARNING 'searches for sources will be slow: %', SQLERRM;
END $$;--> statement-breakpoint
INSERT INTO "change_clock" DEFAULT VALUES;
