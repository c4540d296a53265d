import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { asDiskFailure } from '../run/disk-failure.ts'
import type { ObjectType } from './cat-file.ts'
import type { ObjectFormat } from './object-format.ts'

const compress = promisify(deflate)

/** The id git gives to an object. */
export function objectId(type: ObjectType, content: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest('hex')
}

/**
 * Writes loose objects as git does (gitformat-loose(5), "objects/" of gitrepository-layout(5)): a file of its own,
 * synced, then renamed into place, so that a crash leaves no half object. A process for each (`git hash-object -w`)
 * costs thirty times as much.
 */
export class ObjectWriter {
  readonly #objects: string
  readonly #format: () => Promise<ObjectFormat>

  /** @param format of the repository; asked before each object, because a cache may be made anew in another one. */
  constructor(gitDir: string, format: () => Promise<ObjectFormat>) {
    this.#objects = `${gitDir}/objects`
    this.#format = format
  }

  /** Answers the id; an object that is there already is left alone. */
  async write(type: ObjectType, content: Uint8Array): Promise<string> {
    const id = objectId(type, content, await this.#format())
    const folder = `${this.#objects}/${id.slice(0, 2)}`
    const file = `${folder}/${id.slice(2)}`
    if (await exists(file)) return id
    const bytes = await compress(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), {
      level: 1,
    })
    // Never its parents: a repository that somebody deletes meanwhile must not come back as an empty folder.
    await mkdir(folder)
      .catch(unlessErrno('EEXIST'))
      .catch((error: unknown) => {
        throw asDiskFailure(error)
      })
    const temporary = `${folder}/tmp_obj_${randomUUID()}`
    try {
      const handle = await open(temporary, 'wx', 0o444)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, file)
    } catch (error) {
      await rm(temporary, { force: true })
      throw asDiskFailure(error)
    }
    return id
  }
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch(unlessErrno('ENOENT'))
  return found !== undefined && found.size > 0
}

function unlessErrno(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined
    throw error
  }
}
