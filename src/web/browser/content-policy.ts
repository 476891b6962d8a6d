import { config } from 'zod/mini';

// The strict content policy forbids `new Function`, and zod would try it. Imported before any schema is used.
config({ jitless: true });
