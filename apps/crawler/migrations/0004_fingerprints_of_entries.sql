CREATE TABLE "fingerprints" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"basis" text NOT NULL,
	"marks" text NOT NULL
);
