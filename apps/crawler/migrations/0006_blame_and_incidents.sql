CREATE TABLE "incident_hosts" (
	"incident_id" uuid NOT NULL,
	"host" text NOT NULL,
	CONSTRAINT "incident_hosts_incident_id_host_pk" PRIMARY KEY("incident_id","host")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"vantage" text NOT NULL,
	"family" text NOT NULL,
	"code" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"is_reopened" boolean NOT NULL,
	"told_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"close_reason" text,
	"absorbed_by" uuid,
	"probes" integer NOT NULL,
	"votes" jsonb NOT NULL,
	"next_probe_at" timestamp (3) with time zone NOT NULL,
	"penalty" double precision NOT NULL,
	"is_silenced" boolean NOT NULL,
	"evidence" jsonb NOT NULL,
	"feeds" integer NOT NULL,
	"unreported" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_outages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vantage" text NOT NULL,
	"state" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	"canaries" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_runs" (
	"source_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"after_at" timestamp (3) with time zone,
	"first_seq" integer NOT NULL,
	"outcome" text NOT NULL,
	"code" text,
	"blame" text,
	"incident_id" uuid,
	CONSTRAINT "poll_runs_source_id_first_seq_pk" PRIMARY KEY("source_id","first_seq")
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "finding" text;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "incident_id" uuid;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "pace" jsonb;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "edge" text;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "blame" text;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "incident_id" uuid;--> statement-breakpoint
ALTER TABLE "polls" ADD COLUMN "role" text DEFAULT 'regular' NOT NULL;--> statement-breakpoint
ALTER TABLE "incident_hosts" ADD CONSTRAINT "incident_hosts_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open_once" ON "incidents" USING btree ("scope","key","route","vantage") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_by_place" ON "incidents" USING btree ("scope","key","route","vantage","opened_at");--> statement-breakpoint
CREATE INDEX "incidents_unreported" ON "incidents" USING btree ("opened_at") WHERE "incidents"."unreported";--> statement-breakpoint
CREATE UNIQUE INDEX "own_outages_open_once" ON "own_outages" USING btree ("vantage") WHERE "own_outages"."to_at" is null;--> statement-breakpoint
CREATE INDEX "own_outages_by_time" ON "own_outages" USING btree ("vantage","from_at");--> statement-breakpoint
CREATE INDEX "poll_runs_by_age" ON "poll_runs" USING btree ("from_at");--> statement-breakpoint
CREATE INDEX "feeds_failing" ON "feeds" USING btree ("host") WHERE "feeds"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "hosts_by_incident" ON "hosts" USING btree ("incident_id") WHERE "hosts"."incident_id" is not null;