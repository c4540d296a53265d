import type { Reply } from '../reply.ts'
import type { SiteVisit } from './show-page.ts'

/** Pictures of the repository. */
export async function siteFile(_visit: SiteVisit, _file: string): Promise<Reply> {
  return { kind: 'text', status: 404, type: 'text/plain; charset=utf-8', body: 'There is no such picture.\n' }
}
