import { DocentError, type GitHost, RegisteredGitHosts } from '@docent/core'
import { renderPullRequestPage } from '@docent/git-local'
import { definePublicOperation } from '../operation.ts'

/** Nothing on the page may load or run anything: its text comes from prompts and documentation. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export const showLocalPull = definePublicOperation({
  id: 'showLocalPull',
  summary: 'The page of a pull request of the local git host',
  description: 'The token cannot be guessed. Anyone who has it may read the page.',
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
        body: await renderPullRequestPage(found.pull, found.diff),
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
