import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { DocentError } from '@docent/core/plugin'

/** How a file begins that age has encrypted (https://age-encryption.org/v1). */
const AGE = 'age-encryption.org/v1'

/** A backup in a folder or in an object store. */
export interface Archive {
  /** For people. */
  readonly name: string
  readonly isEncrypted: boolean
  /** Its bytes from the start; each call reads them anew. */
  read(): Readable
}

/** A folder as a compressed archive, encrypted when there is a passphrase. */
export async function packArchive(
  folder: string,
  entries: readonly string[],
  passphrase: string | undefined,
): Promise<Readable> {
  const { create } = await import('tar')
  // Read by a pipe: what iterates over the pack waits for nobody, and gets the whole archive in one piece.
  const packed = new PassThrough()
  const pack = create({ cwd: folder, gzip: true, portable: true, strict: true }, [...entries])
  pack.on('error', (error) => packed.destroy(error instanceof Error ? error : new Error(String(error))))
  pack.pipe(packed)
  if (passphrase === undefined) return packed
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return Readable.fromWeb((await encrypter.encrypt(webStream(packed))) as ReadableStream)
}

/** The content of an archive, decrypted. @throws DocentError `invalid_request` for a wrong or missing passphrase */
export async function readArchive(
  { name, isEncrypted, read }: Archive,
  passphrase: string | undefined,
): Promise<Readable> {
  if (!isEncrypted) return read()
  if (passphrase === undefined)
    throw new DocentError(
      'invalid_request',
      `${name} is encrypted. Set DOCENT_BACKUP_PASSPHRASE to its passphrase.`,
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return Readable.fromWeb((await decrypter.decrypt(webStream(read()))) as ReadableStream)
  } catch (error) {
    // The store could not be read: that says nothing of the passphrase.
    if (DocentError.is(error)) throw error
    throw new DocentError(
      'invalid_request',
      `${name} cannot be decrypted, because DOCENT_BACKUP_PASSPHRASE is not the passphrase of this backup.`,
      { cause: error },
    )
  }
}

/** A file that `docent backup` made. @throws DocentError `not_found` when there is none */
export async function fileArchive(file: string): Promise<Archive> {
  try {
    await stat(file)
  } catch (cause) {
    throw new DocentError(
      'not_found',
      `There is no backup ${file}. Use a file that "docent backup" created.`,
      {
        cause,
      },
    )
  }
  return { name: file, isEncrypted: await beginsLikeAge(file), read: () => createReadStream(file) }
}

async function beginsLikeAge(file: string): Promise<boolean> {
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
