import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { DocentError, type Reply, type ReplyHeaders } from '@docent/core/plugin'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** What the build compressed beforehand, the smaller first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * A file of the built dashboard, compressed as the browser takes it.
 * @param name relative to its folder; nothing outside of it is ever read
 * @throws DocentError `not_found` for a name that the dashboard has not, and when it is not built
 */
export async function dashboardFile(
  name: string,
  acceptEncoding: string | string[] | undefined,
  headers: ReplyHeaders,
): Promise<Reply> {
  const type = TYPES[extname(name)]
  if (type === undefined || !/^(?:assets\/)?[\w-][\w.-]*$/.test(name)) throw notThere(name)
  const accepted = String(acceptEncoding ?? '')
  const encoding = ENCODINGS.find(([token]) =>
    new RegExp(`\\b${token}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
  )
  const body = await readBuilt(encoding === undefined ? name : `${name}${encoding[1]}`)
  return {
    kind: 'text',
    status: 200,
    type,
    body,
    headers: {
      ...headers,
      Vary: 'Accept-Encoding',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding[0] }),
    },
  }
}

async function readBuilt(name: string): Promise<Buffer> {
  const folder = new URL('./dist/', import.meta.resolve('@docent/dashboard/package.json'))
  try {
    return await readFile(new URL(name, folder))
  } catch (error) {
    throw notThere(name, error)
  }
}

function notThere(name: string, cause?: unknown): DocentError {
  const message = name.startsWith('index.html')
    ? 'The dashboard is not built. Run "npm run build" and try again.'
    : `The dashboard has no file ${name.slice(0, 100)}.`
  return new DocentError('not_found', message, cause === undefined ? {} : { cause })
}
