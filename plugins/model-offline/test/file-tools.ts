import {
  addRedirect,
  addToNavigation,
  detectLayout,
  extractLinks,
  isDocumentationFile,
  isLayoutFile,
  navigationLabel,
  pagePathOf,
  removeFromNavigation,
  resolveLink,
  rewriteSiteLinks,
  SiteMap,
} from '@docent/content'
import { emptyTag, noteTag } from '@docent/core'
import { PROMPT_TAGS } from '@docent/core/plugin'
import { ToolRefusal, type Tools } from './run-turn.ts'

/** The agent's tools over files in memory, with the words of the real ones. */
export function fileTools(files: Map<string, string>, root = ''): Tools {
  const writable = (path: string) => {
    if (root !== '' && !path.startsWith(`${root}/`)) throw new ToolRefusal(`${path} is outside ${root}/.`)
    return path
  }
  const text = (path: unknown) => {
    const found = files.get(String(path))
    if (found === undefined) throw new ToolRefusal(`There is no file ${path}. List the files to find it.`)
    return found
  }
  return {
    list_files({ path = '' }) {
      const found = [...files.keys()].sort().filter((file) => path === '' || file.startsWith(`${path}/`))
      return found.length === 0 ? noteTag('No files.') : found.join('\n')
    },
    read_file({ path, start_line = 1 }) {
      const lines = text(path).replace(/\n$/, '').split('\n')
      const start = Number(start_line)
      const end = Math.min(lines.length, start + 39)
      const shown = lines.slice(start - 1, end).map((line, index) => `${start + index}\t${line}`)
      if (end < lines.length)
        shown.push(`… cut after line ${end}. ${emptyTag(PROMPT_TAGS.more, { start_line: end + 1 })}`)
      return shown.join('\n')
    },
    search_files({ pattern, fixed = false, paths = [] }) {
      const folders = paths as string[]
      const matches = (line: string) =>
        fixed ? line.includes(String(pattern)) : new RegExp(String(pattern)).test(line)
      const hits = [...files].flatMap(([path, content]) =>
        folders.length > 0 && !folders.some((folder) => path.startsWith(`${folder}/`))
          ? []
          : content
              .split('\n')
              .flatMap((line, index) => (matches(line) ? [`${path}:${index + 1}: ${line}`] : [])),
      )
      if (hits.length > 20) hits.splice(20, hits.length, '… there are more matches: narrow the search.')
      return hits.length === 0 ? 'No matches.' : hits.join('\n')
    },
    search_docs: () => 'Nothing found.',
    edit_file({ path, old_text, new_text, all = false }) {
      const content = text(writable(String(path)))
      const count = content.split(String(old_text)).length - 1
      if (old_text === new_text) throw new ToolRefusal('old_text and new_text are the same.')
      if (count === 0)
        throw new ToolRefusal(`old_text is not in ${path}. Read the file and copy the text exactly.`)
      if (count > 1 && !all) throw new ToolRefusal(`old_text occurs ${count} times in ${path}.`)
      files.set(
        String(path),
        content.replaceAll(String(old_text), () => String(new_text)),
      )
      return `Replaced ${count} occurrences in ${path}.`
    },
    write_file({ path, content }) {
      const file = writable(String(path))
      files.set(file, String(content))
      const site = siteOf(files)
      const page = { ...site, page: file, title: navigationLabel(file, String(content)), frontmatter: {} }
      const entered = addToNavigation(page)
      for (const [each, now] of entered) files.set(each, now)
      const lines = [...entered.keys()].map((each) => `In ${each}: added its entry.`)
      return [`Created ${path}.`, ...lines].join('\n')
    },
    move_file({ from: fromValue, to: toValue, fix_links = true }) {
      const [from, to] = [writable(String(fromValue)), writable(String(toValue))]
      const content = text(from)
      if (files.has(to)) throw new ToolRefusal(`${to} exists already.`)
      const before = siteOf(files).map
      files.delete(from)
      files.set(to, content)
      const lines = [`Moved ${from} to ${to}.`]
      if (fix_links !== true || !isDocumentationFile(from)) return lines.join('\n')
      const linking = [...files]
        .filter(([path, page]) => linksTo(from, path, page, root))
        .map(([path]) => path)
      const move = { before, after: siteOf(files).map, moves: new Map([[from, to]]) }
      for (const path of [to, ...linking.filter((each) => each !== to)])
        files.set(path, rewriteSiteLinks(text(path), path === to ? from : path, move).text)
      if (linking.length > 0)
        lines.push(`Rewrote the links to it in ${linking.length} pages: ${linking.join(', ')}.`)
      const navigation = root === '' ? 'docs.json' : `${root}/docs.json`
      const source = files.get(navigation)
      if (source === undefined) return lines.join('\n')
      const [oldPath, newPath] = [pagePathOf(from, root), pagePathOf(to, root)]
      files.set(
        navigation,
        addRedirect(
          source.replaceAll(JSON.stringify(oldPath.slice(1)), JSON.stringify(newPath.slice(1))),
          oldPath,
          newPath,
        ),
      )
      lines.push(`In ${navigation}: renamed its entry, added a redirect from ${oldPath} to ${newPath}.`)
      return lines.join('\n')
    },
    delete_file({ path: value }) {
      const path = writable(String(value))
      text(path)
      const { map, texts } = siteOf(files)
      files.delete(path)
      const removed = removeFromNavigation(map, texts, path)
      for (const [each, now] of removed) files.set(each, now)
      const linking = [...files]
        .filter(([other, page]) => linksTo(path, other, page, root))
        .map(([other]) => ({ path: other, lines: [1] }))
      const lines = [
        ...(linking.length > 0
          ? [`Still linked from ${linking.map((each) => `${each.path}:1`).join('; ')}.`]
          : []),
        ...[...removed.keys()].map((each) => `In ${each}: removed its entry.`),
      ]
      return { message: [`Deleted ${path}.`, ...lines].join('\n'), linking }
    },
    todo_write: ({ todos }) => `Noted: ${(todos as unknown[]).length} items.`,
    check_docs() {
      const broken = [...files].filter(([, content]) => content.includes('](/missing'))
      const problems = broken.map(([file]) => ({
        file,
        line: 1,
        message: 'The link /missing leads to no page.',
      }))
      return { message: 'Checked.', passed: problems.length === 0, problems }
    },
  }
}

function siteOf(files: ReadonlyMap<string, string>) {
  const all = new Set(files.keys())
  const texts = new Map([...files].filter(([file]) => isLayoutFile(file)))
  const layout = detectLayout({ files: [...all], texts })
  return { map: new SiteMap({ layout, files: all }, all), texts }
}

function linksTo(page: string, path: string, source: string, root: string): boolean {
  if (!isDocumentationFile(path)) return false
  return extractLinks(source, path).some(({ target }) => {
    const resolved = resolveLink(path, target, { root })
    return resolved?.kind === 'page' && resolved.path === pagePathOf(page, root)
  })
}
