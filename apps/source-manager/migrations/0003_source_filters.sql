ALTER TABLE "sources" ADD COLUMN "feed_host" text GENERATED ALWAYS AS (lower(substring(feed_url from '^[A-Za-z]+://(?:[^/?#]*@)?(\[[^]]*\]|[^/?#:]*)'))) STORED;--> statement-breakpoint
CREATE INDEX "sources_by_update" ON "sources" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "sources_by_name" ON "sources" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "sources_by_type" ON "sources" USING btree ("type","created_at","id") WHERE "sources"."type" <> 'rss';--> statement-breakpoint
CREATE INDEX "sources_by_host" ON "sources" USING btree ("feed_host","created_at","id");--> statement-breakpoint
-- A search works without this index too, only slower: a database that does not let us have the extension must not stop us.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "sources_by_text" ON "sources" USING gin ((name || E'\n' || coalesce(feed_url, '') || E'\n' || coalesce(site_url, '')) gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE WARNING 'searches for sources will be slow: %', SQLERRM;
END $$;