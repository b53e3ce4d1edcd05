CREATE TABLE "credentials" (
	"owner_id" text NOT NULL,
	"provider" text NOT NULL,
	"ciphertext" text NOT NULL,
	"key_id" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credentials_owner_id_provider_pk" PRIMARY KEY("owner_id","provider")
);
--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "article_selector" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "aggregate" boolean;