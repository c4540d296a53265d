import { DocentChatTransport } from '@docent/client'
import { dashboardVisitor } from '../../api/dashboard-visitor.ts'
import { changeHeaders } from '../../api/request.ts'

/** The real v2 stream, asked for with the session instead of a key. */
export function playgroundTransport(project: string, domain: string, user: string): DocentChatTransport {
  return new DocentChatTransport({
    domain,
    fp: dashboardVisitor(user),
    maxRetries: 0,
    fetch: (_input, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('authorization')
      for (const [name, value] of Object.entries(changeHeaders())) headers.set(name, value)
      return fetch(`/api/projects/${encodeURIComponent(project)}/assistant/message`, {
        ...init,
        headers,
        credentials: 'same-origin',
      })
    },
  })
}
