import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { DocentError } from '@docent/core'

/** How a file begins that age has encrypted (https://age-encryption.org/v1). */
const AGE = 'age-encryption.org/v1'

/** Writes a folder as a compressed archive, encrypted when there is a passphrase. */
export async function writeArchive(
  folder: string,
  entries: readonly string[],
  file: string,
  { passphrase, signal }: { passphrase: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const { create } = await import('tar')
  const packed = create({ cwd: folder, gzip: true, portable: true, strict: true }, [...entries])
  let source = Readable.from(packed)
  if (passphrase !== undefined) {
    const { Encrypter } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    source = Readable.fromWeb((await encrypter.encrypt(webStream(source))) as ReadableStream)
  }
  await pipeline(source, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }), { signal })
}

/** The archive of a file, decrypted. @throws DocentError `invalid_request` for a wrong or missing passphrase */
export async function readArchive(file: string, passphrase: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file)
  if (passphrase === undefined)
    throw new DocentError(
      'invalid_request',
      `${file} is encrypted. Set DOCENT_BACKUP_PASSPHRASE to its passphrase.`,
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.fromWeb((await decrypter.decrypt(webStream(createReadStream(file)))) as ReadableStream)
  } catch (error) {
    throw new DocentError(
      'invalid_request',
      `${file} cannot be decrypted: DOCENT_BACKUP_PASSPHRASE is not the passphrase that it was made with.`,
      { cause: error },
    )
  }
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0)
    return buffer.toString('latin1') === AGE
  } finally {
    await handle.close()
  }
}

function webStream(source: Readable): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>
}
