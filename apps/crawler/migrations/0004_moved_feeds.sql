ALTER TABLE "feeds" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "moved_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "move_asked" boolean DEFAULT false NOT NULL;