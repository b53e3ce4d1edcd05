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
DROP INDEX "posts_by_source";--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "article_selector" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "aggregate" boolean;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "reader_memory" jsonb;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "batch_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_posts" ADD CONSTRAINT "article_posts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_posts_by_article" ON "article_posts" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "articles_unprocessed" ON "articles" USING btree ("published_at") WHERE not "articles"."processed";--> statement-breakpoint
CREATE INDEX "articles_by_batch" ON "articles" USING btree ("batch_seq","id");--> statement-breakpoint
CREATE INDEX "articles_by_source" ON "articles" USING btree ("source_id","batch_seq","id");--> statement-breakpoint
CREATE INDEX "cleaned_entries_by_content" ON "cleaned_entries" USING btree ("source_id","content_hash");--> statement-breakpoint
CREATE INDEX "cleaned_entries_by_age" ON "cleaned_entries" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "posts_by_batch" ON "posts" USING btree ("batch_seq","id");--> statement-breakpoint
CREATE INDEX "posts_by_creation" ON "posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_by_source" ON "posts" USING btree ("source_id","batch_seq","id");--> statement-breakpoint
INSERT INTO "content_clock" DEFAULT VALUES;
