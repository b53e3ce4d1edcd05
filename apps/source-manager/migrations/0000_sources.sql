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
	"max_backoff_hours" integer,
	"owner_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"disabled_reason" text,
	"feed_disabled_at" timestamp (3) with time zone,
	"feed_disable_reason" text,
	"health_epoch" integer DEFAULT 0 NOT NULL,
	"last_command_id" uuid,
	"change_seq" bigint NOT NULL,
	CONSTRAINT "feed_disabled_with_reason" CHECK (("sources"."feed_disabled_at" is null) = ("sources"."feed_disable_reason" is null))
);
--> statement-breakpoint
CREATE INDEX "removed_sources_by_change" ON "removed_sources" USING btree ("change_seq","id");--> statement-breakpoint
CREATE INDEX "sources_by_creation" ON "sources" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_change" ON "sources" USING btree ("change_seq","id");--> statement-breakpoint
INSERT INTO "change_clock" DEFAULT VALUES;
