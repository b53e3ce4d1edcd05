ALTER TABLE "articles" ADD COLUMN "sanitised_by" smallint;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "sanitised_by" smallint;--> statement-breakpoint
CREATE INDEX "articles_processed" ON "articles" USING btree ("created_at") WHERE "articles"."processed";