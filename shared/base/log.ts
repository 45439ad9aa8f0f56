/** The part of a structured logger that the product uses; pino has this shape. Fields first, then the sentence. */
export interface Logger {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
}
