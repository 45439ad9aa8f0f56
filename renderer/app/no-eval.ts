import { z } from 'zod';

// The page's policy allows no code made from text, which the validator would otherwise try when the first schema is
// made: this file is imported before any that makes one.
z.config({ jitless: true });
