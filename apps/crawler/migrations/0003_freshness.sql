ALTER TABLE "feeds" ADD COLUMN "fresh_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "rhythm" jsonb;