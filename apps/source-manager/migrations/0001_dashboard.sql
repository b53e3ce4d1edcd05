CREATE TABLE "crawler_contact" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "crawler_contact_is_one_row" CHECK ("crawler_contact"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "overview_samples" (
	"at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"total" integer NOT NULL,
	"by_status" jsonb NOT NULL,
	"by_error_type" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"secret_hash" text NOT NULL,
	"secure" boolean NOT NULL,
	"subject" text NOT NULL,
	"scopes" text[] NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logins_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "used_login_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_events" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "change_clock" ADD COLUMN "total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "needs_you" text GENERATED ALWAYS AS (case
  when not enabled then case when disabled_reason is not null then 'disabled_by_policy' end
  when coalesce(feed_url, '') = '' then null
  when quarantined_at is not null then 'quarantined'
  when feed_disabled_at is not null then null
  when consecutive_failures > 0 and last_error_type = 'unexpected' then 'unexpected' end) STORED;--> statement-breakpoint
CREATE INDEX "logins_by_subject" ON "logins" USING btree ("subject","seen_at");--> statement-breakpoint
CREATE INDEX "used_login_codes_by_expiry" ON "used_login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "source_events_by_actor" ON "source_events" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "source_events_by_action" ON "source_events" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "source_events_by_time" ON "source_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "source_events_by_group" ON "source_events" USING btree ("group_id","id") WHERE "source_events"."group_id" is not null;--> statement-breakpoint
CREATE INDEX "sources_in_trouble" ON "sources" USING btree ("standing","last_error_type","needs_you","feed_disable_reason","feed_disabled_at","feed_host","failing_since","next_poll_at") WHERE "sources"."standing" <> 'healthy';--> statement-breakpoint
CREATE INDEX "sources_in_trouble_by_host" ON "sources" USING btree ("feed_host","last_error_type","failing_since") WHERE "sources"."standing" <> 'healthy';--> statement-breakpoint
CREATE INDEX "sources_by_need" ON "sources" USING btree (coalesce(failing_since, created_at),"id") WHERE "sources"."needs_you" is not null;--> statement-breakpoint
CREATE INDEX "sources_never_polled" ON "sources" USING btree ("standing","created_at","id") WHERE "sources"."last_polled_at" is null;--> statement-breakpoint
CREATE INDEX "sources_moved" ON "sources" USING btree ("proposed_since","id") WHERE "sources"."proposed_feed_url" is not null;--> statement-breakpoint
-- How many sources there are, so that nobody has to count them. Who adds or removes sources has this row locked already.
CREATE FUNCTION count_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_clock SET total = CASE TG_OP
    WHEN 'INSERT' THEN total + (SELECT count(*) FROM changed)
    WHEN 'DELETE' THEN total - (SELECT count(*) FROM changed) END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_no_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_clock SET total = 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sources_added AFTER INSERT ON sources REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_sources();--> statement-breakpoint
CREATE TRIGGER sources_removed AFTER DELETE ON sources REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_sources();--> statement-breakpoint
CREATE TRIGGER sources_truncated AFTER TRUNCATE ON sources
  FOR EACH STATEMENT EXECUTE FUNCTION count_no_sources();--> statement-breakpoint
UPDATE change_clock SET total = (SELECT count(*) FROM sources);
