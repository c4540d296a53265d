import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DocentError, type Reply } from '@docent/core/plugin'
import { definePublicOperation } from '@docent/http'

/** What pages load; the highlighter is loaded by the widget itself when it first shows code. */
const FILES: ReadonlySet<string> = new Set([
  'docent.js',
  'docent.mjs',
  'docent-highlighter.mjs',
  'docent-hand-over.mjs',
  'docent-variants.mjs',
  'headless.mjs',
])

const HEADERS = {
  // Any site may load the script and, as a module, its highlighter.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
}

const DAY_S = 86_400

export const serveWidget = definePublicOperation({
  id: 'serveWidget',
  summary: 'The script of the widget',
  description:
    "`latest` is the widget of the running server. A file with the server's version number never changes, and clients can cache it for a year.",
  tag: 'Server',
  reply: { status: 200, description: 'The script.', content: { 'text/javascript': undefined } },
  async handle({ params, headers }): Promise<Reply> {
    const { version = '', file = '' } = params
    const widget = await installedWidget()
    if (!FILES.has(file) || (version !== 'latest' && version !== widget.version))
      throw new DocentError('not_found', `The widget has no file ${file} of version ${version}.`)
    const isBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
    const body = await readScript(widget.folder, isBrotli ? `${file}.br` : file)
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const shared = {
      ...HEADERS,
      ETag: tag,
      'Cache-Control':
        version === 'latest' ? 'public, max-age=300' : `public, max-age=${365 * DAY_S}, immutable`,
      ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
    }
    return { kind: 'text', status: 200, type: 'text/javascript; charset=utf-8', body, headers: shared }
  },
})

/** The widget's package, wherever it is installed, with its built files. */
async function installedWidget(): Promise<{ folder: URL; version: string }> {
  const manifest = import.meta.resolve('@docent/widget/package.json')
  const { version } = JSON.parse(await readFile(fileURLToPath(manifest), 'utf8')) as { version: string }
  return { folder: new URL('./dist/', manifest), version }
}

async function readScript(folder: URL, file: string): Promise<Buffer> {
  try {
    return await readFile(new URL(file, folder))
  } catch (error) {
    throw new DocentError('not_found', 'The widget is not built. Run "npm run build" and try again.', {
      cause: error,
    })
  }
}
