CREATE TABLE "bulk_undo" (
	"group_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_undo_group_id_source_id_pk" PRIMARY KEY("group_id","source_id")
);
--> statement-breakpoint
CREATE INDEX "bulk_undo_by_age" ON "bulk_undo" USING btree ("at");