import { DocentError, type GitHost, type PullRequest, RegisteredGitHosts } from '@docent/core'
import { definePublicOperation } from '../operation.ts'

/** Nothing on the page may load or run anything: its text comes from prompts and documentation. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export const showLocalPull = definePublicOperation({
  id: 'showLocalPull',
  summary: 'The page of a pull request of the local git host',
  description: 'The token cannot be guessed; whoever has it may read the page.',
  tag: 'Server',
  secretPath: true,
  reply: { status: 200, description: 'The pull request with its diff.', content: { 'text/html': undefined } },
  async handle({ params, services, signal }) {
    const hosts = services.docent.resolve<readonly GitHost[]>(RegisteredGitHosts)
    for (const host of hosts) {
      const found = await host.findByToken?.(params.token ?? '', { signal })
      if (!found) continue
      return {
        kind: 'text',
        status: 200,
        type: 'text/html; charset=utf-8',
        body: pullPage(found.pull, found.diff),
        headers: {
          'Content-Security-Policy': POLICY,
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-store',
        },
      }
    }
    throw new DocentError('not_found', 'There is no such pull request.')
  },
})

function pullPage(pull: PullRequest, diff: string): string {
  const state = pull.draft && pull.state === 'open' ? 'draft' : pull.state
  const lines = diff.split('\n').map((line) => `<span class="${classOf(line)}">${escapeHtml(line)}</span>`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(pull.title)} · #${pull.number}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(pull.title)} <small>#${pull.number}</small></h1>
<p><b>${state}</b> · <code>${escapeHtml(pull.branch)}</code> into <code>${escapeHtml(pull.base)}</code></p>
<pre class="body">${escapeHtml(pull.body)}</pre>
<pre class="diff">${lines.join('\n')}</pre>
</main>
</html>
`
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c1c1c;background:#fff}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}
small{color:#666;font-weight:400}
pre{overflow:auto;padding:1rem;background:#f6f6f6;border-radius:6px;font-size:14px}
.body{white-space:pre-wrap;font-family:inherit}
.added{color:#116329}.removed{color:#a40e26}.file{font-weight:600}.place{color:#555}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}pre{background:#222}.added{color:#7ee787}.removed{color:#ff9b94}.place,small{color:#aaa}}`

function classOf(line: string): string {
  if (/^(?:diff |index |--- |\+\+\+ |rename |similarity |new file|deleted file)/.test(line)) return 'file'
  if (line.startsWith('@@')) return 'place'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : 'same'
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
