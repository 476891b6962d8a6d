import { config } from 'zod/mini';

// The content security policy forbids `new Function`, which zod would try. Must be imported before any schema.
config({ jitless: true });
