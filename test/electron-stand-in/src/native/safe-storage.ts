import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { lifecycle } from '../lifecycle.ts';
import { strict } from '../strict.ts';

/** Protects nothing: it stands for the system's keychain. */
const key = createHash('sha256').update('electron stand-in').digest();
const algorithm = 'aes-256-gcm';
const prefix = Buffer.from('v10');
const nonceLength = 12;
const tagLength = 16;

type Backend = ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>;

/** Without a keychain Electron uses a password that everybody knows; a test names another to have one. */
function backend(): Backend {
  return (process.env['APP_STAND_IN_KEYCHAIN'] ?? 'basic_text') as Backend;
}

function refuse(name: string): () => never {
  return () => {
    throw new Error(`safeStorage.${name} is deprecated and goes in Electron 46: use its asynchronous form`);
  };
}

/** Electron's `safeStorage`, with its asynchronous half only. */
export const safeStorage = strict('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    await lifecycle.whenReady;
    return backend() !== 'unknown';
  },
  getSelectedStorageBackend: (): Backend => (lifecycle.ready ? backend() : 'unknown'),
  encryptStringAsync(text: string): Promise<Buffer> {
    assertReady();
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, key, nonce);
    const content = [cipher.update(text, 'utf8'), cipher.final()];
    return Promise.resolve(Buffer.concat([prefix, nonce, ...content, cipher.getAuthTag()]));
  },
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    assertReady();
    const body = encrypted.subarray(prefix.length + nonceLength, -tagLength);
    const nonce = encrypted.subarray(prefix.length, prefix.length + nonceLength);
    const decipher = createDecipheriv(algorithm, key, nonce);
    decipher.setAuthTag(encrypted.subarray(-tagLength));
    const result = Buffer.concat([decipher.update(body), decipher.final()]).toString();
    return { result, shouldReEncrypt: false };
  },
  isEncryptionAvailable: refuse('isEncryptionAvailable'),
  encryptString: refuse('encryptString'),
  decryptString: refuse('decryptString'),
} satisfies Partial<Electron.SafeStorage>);

function assertReady(): void {
  if (!lifecycle.ready || backend() === 'unknown') throw new Error('Encryption is not available');
}
