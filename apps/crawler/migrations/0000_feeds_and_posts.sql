CREATE TABLE "feeds" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"url" text,
	"host" text NOT NULL,
	"type" text NOT NULL,
	"enabled" boolean NOT NULL,
	"source_created_at" timestamp (3) with time zone NOT NULL,
	"poll_interval_minutes" integer,
	"poll_delay_seconds" double precision,
	"max_backoff_hours" integer,
	"feed_disabled_at" timestamp (3) with time zone,
	"feed_disable_reason" text,
	"health_epoch" integer NOT NULL,
	"consecutive_failures" integer NOT NULL,
	"type_streak" integer NOT NULL,
	"permanent_streak" integer NOT NULL,
	"last_failure_type" text,
	"last_error_type" text,
	"last_error" text,
	"failing_since" timestamp (3) with time zone,
	"last_polled_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"start_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"etag" text,
	"last_modified" text,
	"body_hash" text,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"claimable_at" timestamp (3) with time zone,
	"owner" text,
	"fence" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid NOT NULL,
	"guid" text NOT NULL,
	"url" text,
	"title" text,
	"body" text NOT NULL,
	"content_html" text,
	"author" text,
	"published_at" timestamp (3) with time zone,
	"content_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_guid_once" UNIQUE("source_id","guid"),
	CONSTRAINT "posts_content_once" UNIQUE("source_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "source_commands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "source_commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"command_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"source_id" uuid NOT NULL,
	"command" jsonb NOT NULL,
	"health_epoch" integer NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"cursor" text,
	"policies" jsonb,
	"schedule_basis" text,
	CONSTRAINT "sync_state_is_one_row" CHECK ("sync_state"."id" = 1)
);
--> statement-breakpoint
CREATE INDEX "feeds_by_host_and_due" ON "feeds" USING btree ("host","due_at");--> statement-breakpoint
CREATE INDEX "hosts_by_claimable" ON "hosts" USING btree ("claimable_at");--> statement-breakpoint
CREATE INDEX "posts_by_source" ON "posts" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "source_commands_in_order" ON "source_commands" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "source_commands_by_attempt" ON "source_commands" USING btree ("next_attempt_at");--> statement-breakpoint
INSERT INTO "sync_state" DEFAULT VALUES;
