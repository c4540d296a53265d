import { defined } from '../basics/defined.ts'
import { pathWithin } from '../formats/page/include.ts'
import { below, joinPath } from '../paths/folder.ts'
import type { Problem } from '../paths/problem.ts'
import type { ArrangedPage, SiteLayout } from './site-layout.ts'

/** Whether pages of a site may be in a folder of its repository. */
export function holdsFolder({ name, root }: SiteLayout, folder: string): boolean {
  if (name === 'plain') return false
  return (
    root === '' || root === folder || below(root, folder) !== undefined || below(folder, root) !== undefined
  )
}

function seenFrom(folder: string): (problem: Problem) => Problem {
  const up = '../'.repeat(folder.split('/').length)
  return (problem) => ({ ...problem, file: below(folder, problem.file) ?? up + problem.file })
}

/** A layout as it is seen from a folder of its site. Undefined where pages name each other in ways of their own. */
export function layoutWithin(layout: SiteLayout, folder: string): SiteLayout | undefined {
  if (!holdsFolder(layout, folder) || layout.references !== undefined) return undefined
  const whole = (file: string) => joinPath(folder, file)
  const { aliases, arrangement, contentFolders, rewrite, includes, openapi, defaults, presence } = layout
  const { isCurrentVersion } = layout
  return {
    name: layout.name,
    formats: layout.formats,
    root: below(folder, layout.root) ?? '',
    isPage: (file) => layout.isPage(whole(file)),
    pagePath: (file, frontmatter, heading) => layout.pagePath(whole(file), frontmatter, heading),
    language: (file) => layout.language(whole(file)),
    version: (file) => layout.version(whole(file)),
    navigation: { ...layout.navigation, problems: layout.navigation.problems.map(seenFrom(folder)) },
    navigationIsComplete: layout.navigationIsComplete,
    ...defined({
      siteLanguage: layout.siteLanguage,
      servesHidden: layout.servesHidden,
      needsFrontmatter: layout.needsFrontmatter,
      hasModules: layout.hasModules,
      siteFolder: layout.siteFolder === undefined ? undefined : pathWithin(folder, `${layout.siteFolder}/`),
      importPaths:
        layout.importPaths &&
        new Map([...layout.importPaths].map(([start, each]) => [start, pathWithin(folder, each)])),
      unreadFormats: layout.unreadFormats,
      presenceSettings: layout.presenceSettings,
      defaults: defaults && ((file: string) => defaults(whole(file))),
      presence:
        presence &&
        ((file: string, frontmatter: Readonly<Record<string, unknown>>) =>
          presence(whole(file), frontmatter)),
      isCurrentVersion: isCurrentVersion && ((file: string) => isCurrentVersion(whole(file))),
      aliases:
        aliases &&
        ((file: string, frontmatter: Readonly<Record<string, unknown>>) => aliases(whole(file), frontmatter)),
      arrangement: arrangement && {
        keys: arrangement.keys,
        arrange: (pages: ReadonlyMap<string, ArrangedPage>) =>
          arrangement.arrange(new Map([...pages].map(([file, page]) => [whole(file), page]))),
      },
      contentFolders:
        contentFolders &&
        ((file: string) => contentFolders(whole(file)).flatMap((each) => below(folder, each) ?? [])),
      rewrite: rewrite && ((file: string, text: string) => rewrite(whole(file), text)),
      headingIds: layout.headingIds,
      links: layout.links,
      isPlacedByPages: layout.isPlacedByPages,
      includes:
        includes &&
        ((file: string, source: string) =>
          includes(whole(file), source).map((include) => ({
            ...include,
            candidates: include.candidates.map((candidate) => pathWithin(folder, candidate)),
          }))),
      openapi: openapi?.flatMap((each) => {
        const source = each.source.includes('://') ? each.source : below(folder, each.source)
        return source === undefined ? [] : [{ ...each, source }]
      }),
    }),
  }
}
