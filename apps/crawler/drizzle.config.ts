import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/*schema.ts', './src/blame/store/schema.ts'],
  out: './migrations',
});
