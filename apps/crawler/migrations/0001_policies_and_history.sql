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
	"decision" text NOT NULL,
	CONSTRAINT "polls_source_id_slot_pk" PRIMARY KEY("source_id","slot")
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "failure_policy" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "max_failures" integer;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "quarantined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "poll_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "unreported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "polls_by_age" ON "polls" USING btree ("at");--> statement-breakpoint
CREATE INDEX "feeds_unreported" ON "feeds" USING btree ("last_polled_at") WHERE "feeds"."unreported";--> statement-breakpoint
CREATE INDEX "feeds_unconfirmed" ON "feeds" USING btree ("source_id") WHERE "feeds"."version" = 0;