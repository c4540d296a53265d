import { MARKDOWN_EXTENSION } from '@docent/content'
import { DocentError, type Project, type Reply } from '@docent/core/plugin'
import { definePublicOperation, isSiteHost, type PublicCall } from '@docent/http'
import { z } from 'zod'
import { readingMember } from './access/site-member.ts'
import { leadToSite, siteAddress, waysOut } from './lead-to-site.ts'
import type { OfSite } from './of-site.ts'
import { prefersMarkdown, varying } from './preferred-type.ts'
import { siteFile } from './site-file.ts'
import { readSitePath, type SiteRequest } from './site-path.ts'

const Query = z.object({
  ask: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .optional()
    .describe('With the Markdown of a page: a question, which is answered as Markdown instead.'),
  access: z.string().max(200).optional().describe('The secret of a preview, from its link.'),
  entry: z
    .string()
    .max(500)
    .optional()
    .describe('The secret that lets a member from the dashboard read pages on a separate host.'),
  side: z
    .enum(['before', 'after'])
    .optional()
    .describe('The version of a page that a preview changes. Default: after.'),
})

type SiteCall = PublicCall<z.output<typeof Query>> & OfSite

export const showSiteRoot = definePublicOperation({
  id: 'showSiteRoot',
  summary: 'The first page of a site, under its short address',
  tag: 'Server',
  query: Query,
  reply: { status: 308, description: 'Redirects to the first page.' },
  async handle(call: SiteCall) {
    const { http } = call.services
    const isElsewhere = http.siteOrigin !== undefined && !isSiteHost(http, call.headers)
    if (isElsewhere || call.path.endsWith('/')) return answerSite(call, '')
    const Location = siteAddress(call.params.domain ?? '', '')
    return { kind: 'empty', status: 308, headers: { Location } }
  },
})

export const showSite = definePublicOperation({
  id: 'showSite',
  summary: 'The pages of a project',
  description: `HTML for people. The path of a page with "${MARKDOWN_EXTENSION}" behind it is the page as Markdown, and so is the page for a client that prefers text/markdown. llms.txt, llms-full.txt, and sitemap.xml list all pages, and .well-known/agent-skills/index.json lists the skills for agents. With \`ask\`, the reply to a request for Markdown is an answer, its sources, and excerpts: public pages need no key, within the limits of their readers, and other pages need an assistant key. If you aren't allowed to read a page, the reply is 404, the same as for a page that does not exist.`,
  tag: 'Server',
  query: Query,
  takesRest: true,
  reply: {
    status: 200,
    description: 'The page.',
    content: { 'text/html': undefined, 'text/markdown': undefined },
  },
  handle: (call: SiteCall) => answerSite(call, call.params.path ?? ''),
})

async function answerSite(call: SiteCall, rest: string): Promise<Reply> {
  const { services, params, signal, query } = call
  // The name of a site, or of the preview of a branch: `handbook@<id>`.
  const { domain: name = '' } = params
  const [domain = '', previewId] = name.split('@', 2)
  const project = await projectOf(call, domain)
  const way = await leadToSite(call, { project, name, rest })
  if (way !== undefined) return way
  const request = readSitePath(rest)
  const { ask: question } = query
  if (question !== undefined && project !== undefined && 'path' in request && asksMarkdown(call, request)) {
    if (previewId !== undefined)
      throw new DocentError('invalid_request', 'ask: a preview has no assistant. Ask on the site itself.')
    const { askPage } = await import('./agents/ask-page.ts')
    return askPage(call, project, { path: request.path, question, isPublic: project.site === 'public' })
  }
  const site = await services.site.open()
  const { showPage, showMarkdown, notFound } = await import('./show-page.ts')
  const nothing = () => notFound(site, waysOut(call, { name, rest }))
  if (project === undefined) return nothing()
  const member = await readingMember(project, name, call)
  const isMember = member !== undefined
  const indexed = await site.contents(project, { signal })
  let contents = project.site === 'public' || isMember ? indexed : undefined
  if (previewId !== undefined && indexed !== undefined) {
    const { visitPreview } = await import('./access/preview-visit.ts')
    const { access } = query
    const visit = await visitPreview(call, project, previewId, { isMember, access, indexed })
    if (visit !== undefined && 'reply' in visit) return visit.reply
    contents = visit?.contents
  }
  if (contents === undefined) return nothing()
  const visit = {
    call,
    site,
    contents,
    isPublic: project.site === 'public' && previewId === undefined,
    isMember,
    member,
  }
  if (request.kind === 'page') {
    const show = asksMarkdown(call, request)
      ? showMarkdown(visit, request.path)
      : showPage(visit, request.path, query.side)
    return varying(await show)
  }
  if (request.kind === 'markdown') return showMarkdown(visit, request.path)
  if (request.kind === 'file') return siteFile(visit, request.file)
  const { showList, showSkill } = await import('./show-list.ts')
  if (request.kind === 'skill') return showSkill(visit, request.name)
  return showList(visit, request.kind, request.section)
}

function asksMarkdown({ headers }: SiteCall, { kind }: SiteRequest): boolean {
  return kind === 'markdown' || (kind === 'page' && prefersMarkdown(headers.accept))
}

/** Undefined for a project that does not exist and for one that shows no pages: nobody can tell them apart. */
async function projectOf({ services, signal }: PublicCall, domain: string): Promise<Project | undefined> {
  try {
    const project = await services.findProject.forReaders(domain, { signal })
    return project.site === false ? undefined : project
  } catch (error) {
    if (DocentError.is(error) && error.code === 'not_found') return undefined
    throw error
  }
}
