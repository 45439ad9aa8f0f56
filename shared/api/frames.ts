import { z } from 'zod';
import { wireErrorSchema } from './contract.ts';

/** One line of the host's socket, one message of the window's socket. Direction decides which may come. */
export const callFrameSchema = z.object({
  id: z.number().int().min(0),
  method: z.string().max(64),
  input: z.unknown(),
});

export const answerFrameSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), output: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: wireErrorSchema }),
  z.object({ event: z.string(), payload: z.unknown() }),
]);
export type AnswerFrame = z.infer<typeof answerFrameSchema>;

/** The first frame of a caller on the host's socket: proves that it could read the 0600 state file. */
export const helloSchema = z.object({
  hello: z.object({ version: z.string().max(64), nonce: z.string().max(128) }),
});

/** Longest frame either side accepts, in bytes. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;
