import { z } from 'zod';

export const idSchema = z.string().regex(/^\d{1,25}$/);
export const nameSchema = z.string().regex(/^\w{1,50}$/);

/** A list in which what is wrong is dropped alone. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema.nullable().catch(null))
    .catch([])
    .default([])
    .transform((items) => items.filter((item) => item !== null));
const text = z.string().nullable().catch(null).default(null);

const entitiesSchema = z
  .object({
    urls: z.array(z.object({ url: z.string(), expanded_url: z.string(), media_key: text })),
  })
  .nullable()
  .catch(null)
  .default(null);

export const tweetSchema = z.object({
  id: idSchema,
  text: z.string(),
  author_id: text,
  created_at: text,
  entities: entitiesSchema,
  note_tweet: z.object({ text: z.string(), entities: entitiesSchema }).nullable().catch(null).default(null),
  attachments: z
    .object({ media_keys: listOf(z.string()) })
    .nullable()
    .catch(null)
    .default(null),
  referenced_tweets: listOf(z.object({ type: z.string(), id: idSchema })),
});
export type Tweet = z.infer<typeof tweetSchema>;

const mediaSchema = z.object({
  media_key: z.string(),
  type: text,
  url: text,
  preview_image_url: text,
  alt_text: text,
  duration_ms: z.number().nullable().catch(null).default(null),
  variants: listOf(
    z.object({ url: z.string(), content_type: text, bit_rate: z.number().catch(0).default(0) }),
  ),
});

/** What the posts of a page refer to. */
export const includesSchema = z
  .object({
    media: listOf(mediaSchema),
    tweets: listOf(tweetSchema),
    users: listOf(z.object({ id: idSchema, username: nameSchema })),
  })
  .catch({ media: [], tweets: [], users: [] })
  .default({ media: [], tweets: [], users: [] });
export type Includes = z.infer<typeof includesSchema>;
