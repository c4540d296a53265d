import { readFrontmatter } from '../../formats/page/frontmatter.ts'
import { type Include, pathFrom } from '../../formats/page/include.ts'
import { folderOf } from '../../paths/folder.ts'

/** An include, or what begins a text that is shown as it is written, or not at all. */
const TAG =
  /\{%-?\s{0,20}(?:(include(?:_cached|_relative)?)\s{1,20}([^\s{}%"']{1,300})([^{}%]{0,2000}?)-?%\}|(raw|comment)\b)/g

/**
 * Texts of `_includes`, and of files beside the page: https://jekyllrb.com/docs/includes. What is given to them stands in
 * a tag around them until their Liquid is written.
 *
 * @param root folder of the site
 */
export function includesOf(root: string): (path: string, source: string) => Include[] {
  return (path, source) => {
    const includes: Include[] = []
    let shownUntil = 0
    for (const { 0: whole, 1: kind, 2: target = '', 3: given = '', 4: literal, index } of source.matchAll(
      TAG,
    )) {
      if (index < shownUntil) continue
      if (literal !== undefined) {
        const end = source.indexOf(`end${literal}`, index)
        shownUntil = end < 0 ? source.length : end
        continue
      }
      const folder = kind === 'include_relative' ? folderOf(path) : pathFrom(root, '_includes')
      includes.push({
        start: index,
        end: index + whole.length,
        candidates: [pathFrom(folder, target)],
        select: (text) => text.slice(readFrontmatter(text).bodyStart),
        inPlace: (text) => `{% jekyll-include ${given.trim()} %}${text}{% endjekyll-include %}`,
      })
    }
    return includes
  }
}
