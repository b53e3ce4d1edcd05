CREATE TABLE "health_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "health_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source_ids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "health_changes_by_time" ON "health_changes" USING btree ("at");