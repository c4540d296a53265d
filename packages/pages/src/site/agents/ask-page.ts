import { createMarkdownEncoder, isOpenToAll, keySecrets, openReader } from '@docent/core'
import { DocentError, type KeyRecord, type Project, type Reply } from '@docent/core/plugin'
import {
  answer,
  type PublicCall,
  siteOriginOf,
  takeRequestLimits,
  V2AssistantBody,
  withinRequestLimits,
  withSiteUrl,
} from '@docent/http'

/**
 * Answers a question at the address of a page as Markdown, for programs that can open addresses and nothing more. Pages
 * that everyone can read need no key: their readers have the limits of readers who ask on the page itself.
 *
 * @param isPublic everyone can read the page
 */
export async function askPage(
  call: PublicCall,
  project: Project,
  { path, question, isPublic }: { path: string; question: string; isPublic: boolean },
): Promise<Reply> {
  const { services } = call
  const key = await callerOf(call, project, isPublic)
  const found = services.findProject
  const of = call.headers.authorization === undefined ? project : await found.byDomain(key, project.domain)
  const asked = { key, project: withSiteUrl(of, siteOriginOf(services)) }
  const messages = [{ role: 'user', parts: [{ type: 'text', text: question }] }]
  const rawBody = { fp: 'anonymous', messages, currentPath: path }
  const parsed = V2AssistantBody.safeParse(rawBody)
  if (!parsed.success)
    throw new DocentError('invalid_request', `ask: ${parsed.error.issues[0]?.message ?? 'is no question'}.`)
  call.setHeader('X-Robots-Tag', 'noindex')
  // An answer that nobody reads would cost the project a model's work.
  if (call.isHead)
    return { kind: 'empty', status: 200, headers: { 'Content-Type': 'text/markdown; charset=utf-8' } }
  // A method of the class that `call` may be.
  const limited = { ...asked, ip: call.ip, services, setHeader: call.setHeader.bind(call) }
  await takeRequestLimits(limited, 'assistant')
  return withinRequestLimits(limited, 'assistant', () =>
    answer(
      {
        ...limited,
        body: parsed.data,
        rawBody,
        headers: call.headers,
        requestId: call.requestId,
        signal: call.signal,
      },
      createMarkdownEncoder(),
    ),
  )
}

async function callerOf(call: PublicCall, project: Project, isPublic: boolean): Promise<KeyRecord> {
  const { services, headers, ip } = call
  const { authorization, origin } = headers
  if (authorization === undefined && isPublic && isOpenToAll(project))
    return openReader(keySecrets(services.settings), project, ip, services.clock.now())
  return services.authenticate.authenticate({ authorization, origin, ip, kind: 'assistant' })
}
