import { readFileSync } from 'node:fs';
import { type PolicyFile, policyFileSchema } from '@feedwarden/contracts';
import { z } from 'zod';

/** A variable that names a file of policies: read with the variables, so that its mistakes are told with theirs. */
export const policyFileField = () =>
  z.string().transform((path, context): PolicyFile => {
    const tell = (message: string) => context.addIssue({ code: 'custom', message });
    try {
      const file = policyFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
      if (file.success) return file.data;
      for (const { path: place, message } of file.error.issues)
        tell(place.length > 0 ? `${place.join('.')}: ${message}` : message);
    } catch {
      tell('must name a readable file of JSON');
    }
    return z.NEVER;
  });
