CREATE TABLE "article_posts" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"article_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" uuid NOT NULL,
	"title" text,
	"url" text,
	"author" text,
	"body" text NOT NULL,
	"content_html" text,
	"published_at" timestamp (3) with time zone,
	"processed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"batch_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cleaned_entries" (
	"source_id" uuid NOT NULL,
	"guid" text NOT NULL,
	"content_hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cleaned_entries_source_id_guid_pk" PRIMARY KEY("source_id","guid")
);
--> statement-breakpoint
CREATE TABLE "content_clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_clock_is_one_row" CHECK ("content_clock"."id" = 1)
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
	"details" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"batch_seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "posts_guid_once" UNIQUE("source_id","guid"),
	CONSTRAINT "posts_content_once" UNIQUE("source_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"host" text NOT NULL,
	"source_created_at" timestamp (3) with time zone NOT NULL,
	"health_epoch" integer NOT NULL,
	"enabled" boolean NOT NULL,
	"feed_disabled_at" timestamp (3) with time zone,
	"feed_disable_reason" text,
	"quarantined_at" timestamp (3) with time zone,
	"poll_seq" integer DEFAULT 0 NOT NULL,
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
	"fresh_until" timestamp (3) with time zone,
	"rhythm" jsonb,
	"moved_to" text,
	"moved_since" timestamp (3) with time zone,
	"move_asked" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"wire_hash" text,
	"body_hash" text,
	"reader_memory" jsonb,
	"due_at" timestamp (3) with time zone,
	"unreported" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"claimable_at" timestamp (3) with time zone,
	"owner" text,
	"fence" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"source_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"error_type" text,
	"code" text,
	"status_code" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"bytes" integer NOT NULL,
	"new_posts" integer NOT NULL,
	"empty_entries" integer DEFAULT 0 NOT NULL,
	"decision" text NOT NULL,
	CONSTRAINT "polls_source_id_slot_pk" PRIMARY KEY("source_id","slot")
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
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_posts_by_article" ON "article_posts" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "articles_unprocessed" ON "articles" USING btree ("published_at") WHERE not "articles"."processed";--> statement-breakpoint
CREATE INDEX "articles_by_batch" ON "articles" USING btree ("batch_seq","id");--> statement-breakpoint
CREATE INDEX "articles_by_source" ON "articles" USING btree ("source_id","batch_seq","id");--> statement-breakpoint
CREATE INDEX "cleaned_entries_by_content" ON "cleaned_entries" USING btree ("source_id","content_hash");--> statement-breakpoint
CREATE INDEX "cleaned_entries_by_age" ON "cleaned_entries" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "posts_by_batch" ON "posts" USING btree ("batch_seq","id");--> statement-breakpoint
CREATE INDEX "posts_by_source" ON "posts" USING btree ("source_id","batch_seq","id");--> statement-breakpoint
CREATE INDEX "posts_by_creation" ON "posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "feeds_by_host_and_due" ON "feeds" USING btree ("host","due_at");--> statement-breakpoint
CREATE INDEX "feeds_unreported" ON "feeds" USING btree ("last_polled_at") WHERE "feeds"."unreported";--> statement-breakpoint
CREATE INDEX "feeds_unconfirmed" ON "feeds" USING btree ("source_id") WHERE "feeds"."version" = 0;--> statement-breakpoint
CREATE INDEX "hosts_by_claimable" ON "hosts" USING btree ("claimable_at");--> statement-breakpoint
CREATE INDEX "polls_by_age" ON "polls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "source_commands_in_order" ON "source_commands" USING btree ("source_id","id");--> statement-breakpoint
CREATE INDEX "source_commands_by_attempt" ON "source_commands" USING btree ("next_attempt_at");--> statement-breakpoint
INSERT INTO "sync_state" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "content_clock" DEFAULT VALUES;
