import { MARKDOWN_EXTENSION } from '@docent/content'
import { DocentError, type Project } from '@docent/core'
import { roleIn } from '../api/actor.ts'
import { definePublicOperation, type PublicCall } from '../operation.ts'
import type { Reply } from '../reply.ts'
import { siteFile } from './site-file.ts'
import { readSitePath } from './site-path.ts'

export const showSiteRoot = definePublicOperation({
  id: 'showSiteRoot',
  summary: 'The first page of a site, under its short address',
  tag: 'Server',
  reply: { status: 308, description: 'Leads to the first page.' },
  async handle(call) {
    if (call.path.endsWith('/')) return answerSite(call, '')
    const Location = `/site/${encodeURIComponent(call.params.domain ?? '')}/`
    return { kind: 'empty', status: 308, headers: { Location } }
  },
})

export const showSite = definePublicOperation({
  id: 'showSite',
  summary: 'The pages of a project',
  description: `HTML for people. The path of a page with "${MARKDOWN_EXTENSION}" behind it is the page as Markdown; llms.txt, llms-full.txt and sitemap.xml list them all. A page that you may not read is 404, as one that is not there.`,
  tag: 'Server',
  takesRest: true,
  reply: {
    status: 200,
    description: 'The page.',
    content: { 'text/html': undefined, 'text/markdown': undefined },
  },
  handle: (call) => answerSite(call, call.params.path ?? ''),
})

async function answerSite(call: PublicCall, rest: string): Promise<Reply> {
  const site = await call.services.site.open()
  const { showPage, showMarkdown, notFound } = await import('./show-page.ts')
  const project = await readableProject(call)
  if (project === undefined) return notFound(site)
  const contents = await site.contents(project, { signal: call.signal })
  const request = readSitePath(rest)
  if (contents === undefined) return notFound(site)
  const visit = { call, site, contents, isPublic: project.site === 'public' }
  if (request.kind === 'page') return showPage(visit, request.path)
  if (request.kind === 'markdown') return showMarkdown(visit, request.path)
  if (request.kind === 'file') return siteFile(visit, request.file)
  const { showList } = await import('./show-list.ts')
  return showList(visit, request.kind)
}

/** Undefined for a project that does not exist and for one that this reader may not see: nobody can tell them apart. */
async function readableProject(call: PublicCall): Promise<Project | undefined> {
  const { services, params, signal } = call
  try {
    const project = await services.findProject.forReaders(params.domain ?? '', { signal })
    return (await mayRead(project, call)) ? project : undefined
  } catch (error) {
    if (DocentError.is(error) && error.code === 'not_found') return undefined
    throw error
  }
}

/** Members of the project's organization read what is not public; a page that is switched off is nobody's. */
async function mayRead(project: Project, { services, headers, signal }: PublicCall): Promise<boolean> {
  if (project.site === 'public') return true
  if (project.site === false) return false
  const found = await services.signedIn.read(headers, signal)
  return found !== undefined && roleIn(found.session, project.organizationId) !== undefined
}
