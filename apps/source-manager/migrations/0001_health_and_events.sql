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
ALTER TABLE "sources" ADD COLUMN "max_failures" integer;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "failure_policy" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "quarantined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "consecutive_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_failure_type" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_error_type" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_polled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "last_success_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "standing" text GENERATED ALWAYS AS (case
  when not enabled then 'disabled'
  when coalesce(feed_url, '') = '' then 'no_feed'
  when quarantined_at is not null then 'quarantined'
  when feed_disable_reason = 'manual' then 'disabled'
  when feed_disabled_at is not null then 'feed_disabled'
  when consecutive_failures > 0 then 'failing'
  else 'healthy' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "source_events_by_source" ON "source_events" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "sources_by_standing" ON "sources" USING btree ("standing","created_at","id") WHERE "sources"."standing" <> 'healthy';--> statement-breakpoint
CREATE INDEX "sources_switched_off" ON "sources" USING btree ("created_at","id") WHERE not "sources"."enabled";--> statement-breakpoint
CREATE INDEX "sources_by_failing_since" ON "sources" USING btree ("failing_since","id") WHERE "sources"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "sources_by_failures" ON "sources" USING btree ("consecutive_failures","id") WHERE "sources"."consecutive_failures" > 0;--> statement-breakpoint
CREATE INDEX "sources_by_last_poll" ON "sources" USING btree ("last_polled_at","id") WHERE "sources"."last_polled_at" is not null;