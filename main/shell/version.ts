/** The version of this program; it talks only to a host of the same one. */
export const VERSION = '0.1.0';
