ALTER TABLE "cleaned_entries" RENAME TO "known_entries";--> statement-breakpoint
DROP INDEX "cleaned_entries_by_content";--> statement-breakpoint
DROP INDEX "cleaned_entries_by_age";--> statement-breakpoint
ALTER TABLE "known_entries" DROP CONSTRAINT "cleaned_entries_source_id_guid_pk";--> statement-breakpoint
ALTER TABLE "known_entries" ADD CONSTRAINT "known_entries_source_id_guid_pk" PRIMARY KEY("source_id","guid");--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "generator" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "proposed_url" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "proposed_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "known_entries_by_content" ON "known_entries" USING btree ("source_id","content_hash");--> statement-breakpoint
CREATE INDEX "known_entries_by_age" ON "known_entries" USING btree ("seen_at");