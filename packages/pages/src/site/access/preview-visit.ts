import { Previews } from '@docent/core'
import type { Project, Reply } from '@docent/core/plugin'
import type { PublicCall } from '@docent/http'
import { accessOf, isPreviewAccess, previewCookie, siteOriginOf } from '@docent/http'
import type { SiteContents } from '../site-contents.ts'

/**
 * A preview as its reader may see it: a member of the organization, or whoever has its link. The link becomes a cookie
 * at once, so that it does not stay in the address.
 */
export async function visitPreview(
  call: PublicCall,
  project: Project,
  id: string,
  { isMember, access, indexed }: { isMember: boolean; access: string | undefined; indexed: SiteContents },
): Promise<{ contents: SiteContents } | { reply: Reply } | undefined> {
  const { services, headers, signal } = call
  const previews = services.docent.resolve(Previews)
  const preview = await previews.find(project, id, { signal })
  if (preview === undefined) return undefined
  const name = `${project.domain}@${id}`
  const base = `/site/${name}`
  const { secrets } = services.settings
  const isGranted = (given: string | undefined) => isPreviewAccess(secrets, name, given, services.clock.now())
  if (access !== undefined && isGranted(access)) {
    const cookie = previewCookie(access, base, siteOriginOf(services))
    return { reply: { kind: 'empty', status: 303, headers: { Location: call.path, 'Set-Cookie': cookie } } }
  }
  if (!isMember && !isGranted(accessOf(headers))) return undefined
  const { outline, changed } = await previews.open(project, preview)
  return {
    contents: {
      project,
      base,
      outline,
      preview: { branch: preview.branch, changed: new Set(changed.keys()), before: indexed },
      page: async (path, options) =>
        changed.get(path) ?? (outline.page(path) === undefined ? undefined : indexed.page(path, options)),
      file: (path, maxBytes, options) =>
        indexed.file(path, maxBytes, { ...options, revision: outline.revision }),
    },
  }
}
