ALTER TABLE "sources" ADD COLUMN "proposed_feed_url" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "proposed_since" timestamp (3) with time zone;