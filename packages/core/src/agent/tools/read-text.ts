import { DocentError } from '../../errors/docent-error.ts'
import type { ReadableFiles } from '../contexts/context-files.ts'
import { decodeText } from '../site/decode-text.ts'

/** The text of a file. @throws DocentError `not_found` with paths that look alike, `invalid_request` for a binary one. */
export async function readText(files: ReadableFiles, path: string, signal: AbortSignal): Promise<string> {
  const bytes = await files.read(path, { signal })
  if (!bytes) throw new DocentError('not_found', await notFound(files, path, signal))
  if (bytes.subarray(0, 8000).includes(0))
    throw new DocentError('invalid_request', `${path} is a binary file.`)
  return decodeText(bytes)
}

/**
 * The text of a file that will be written back.
 * @throws DocentError as `readText`, and `invalid_request` for bytes that are no UTF-8: writing would damage them.
 */
export async function readEditableText(
  files: ReadableFiles,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const text = await readText(files, path, signal)
  if (text.includes('\ufffd'))
    throw new DocentError('invalid_request', `${path} is not in UTF-8, so it cannot be edited in parts.`)
  return text
}

async function notFound(files: ReadableFiles, path: string, signal: AbortSignal): Promise<string> {
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '')
      .toLowerCase() ?? ''
  const all = await files.list({ signal })
  if (all.some((file) => file.path.startsWith(`${path}/`))) return `${path} is a folder, not a file.`
  const alike = all.filter((file) => name !== '' && file.path.toLowerCase().includes(name)).slice(0, 5)
  const hint =
    alike.length > 0
      ? ` Did you mean ${alike.map((file) => file.path).join(', ')}?`
      : ' List the files to find it.'
  return `There is no file ${path}.${hint}`
}
