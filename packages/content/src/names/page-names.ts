import type { Page } from '../formats/page/page.ts'
import { languageRules } from './allowed/language-rules.ts'
import { eachCommandKey, eachHeadedCommand } from './commands/command-keys.ts'
import { partsWithFacts } from './facts/page-facts.ts'
import { anchorKeys } from './keys/anchors.ts'
import { eachNameKey, isDashed, SETTINGS } from './keys/name-keys.ts'
import { importedNames } from './scripts/imported-names.ts'
import { seenText } from './seen/seen-text.ts'
import { moduleSpace, spaceKey } from './spaces/spaces.ts'
import type { Region } from './text/region.ts'
import { markdownRegions } from './text/regions.ts'

/** Longer ones are data. */
const LONGEST = 120
/** In prose a word is a word; between quotes, as in attributes, it is a name. */
const PLAIN_WORD = /^(?:[A-Za-z]?[a-z]*|\d+)$/
const QUOTE = /["'`]/
const NEVER = /^is:|^(?:number|time|size|percent|[a-z]+):-?[\d.e+-]+$/

/** Characters that are looked at in one go, some ms. */
const STRETCH = 20_000

/**
 * Adds the names that a page has, as keys of `eachNameKey`, and its facts, as `factNumber` gives them: words of prose are
 * no names, words of code are.
 * It pauses after each stretch of the page, because a page of 2 MB takes up to a second.
 */
export function* addPageNames(page: Page, names: Set<string>, facts: Set<number>): Generator<void> {
  const headings = page.headings.map(({ text }) => text)
  for (const text of [page.path, page.title, page.description ?? '', ...headings]) {
    eachNameKey(text, (key) => {
      // A heading that is one word in small letters names an option.
      if (!PLAIN_WORD.test(key) || (key === text && /^[a-z]/.test(key))) take(names, key)
    })
  }
  for (const heading of [page.title, ...headings]) {
    for (const key of anchorKeys(heading)) take(names, key)
    eachHeadedCommand(heading, (key) => take(names, key))
  }
  const { text: content } = seenText(page.content)
  const regions = markdownRegions(content)
  eachCommandKey(content, regions, (key) => take(names, key))
  for (const { kind, language, start, end } of regions) {
    if (kind !== 'fence') continue
    for (const { name, module, isModule } of importedNames(
      content.slice(start, end),
      languageRules(language),
    ))
      if (!isModule) take(names, spaceKey(moduleSpace(module), name))
  }
  const kindAt = kindsOf(regions)
  const above = [page.title, page.path, page.description ?? ''].join('\n')
  for (const { text: part, start, said } of partsWithFacts(content, above, facts)) {
    let from = start
    for (const text of stretches(part)) {
      eachNameKey(text, (key, at, isPlainWord) => {
        const kind = kindAt(from + at)
        const before = text.charAt(at - 1)
        if (kind !== 'prose' && text[at + key.length] === ':' && isDashed(key))
          take(names, spaceKey(SETTINGS, key))
        // Most keys are such words, and say nothing.
        if (isPlainWord && kind === 'prose' && !said?.isCode && !QUOTE.test(before)) return
        said?.add(key, before, isPlainWord)
        if (kind === undefined) return
        if (kind !== 'prose' || !PLAIN_WORD.test(key) || /["']/.test(before)) take(names, key)
      })
      from += text.length
      yield
    }
  }
}

/** Looks up the kind of the region at a place; fast for places that are near each other. */
function kindsOf(regions: readonly Region[]): (place: number) => Region['kind'] | undefined {
  let at = 0
  return (place) => {
    while ((regions[at - 1]?.end ?? 0) > place) at--
    while ((regions[at]?.end ?? Number.POSITIVE_INFINITY) <= place) at++
    const found = regions[at]
    return found !== undefined && found.start <= place ? found.kind : undefined
  }
}

/** Cuts at the end of a line, or else between words: no name is longer than that. */
function* stretches(text: string): Generator<string> {
  let rest = text
  while (rest.length > STRETCH) {
    const most = rest.slice(0, STRETCH)
    const end = Math.max(most.lastIndexOf('\n'), 0) || Math.max(most.lastIndexOf(' '), 0) || STRETCH
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  yield rest
}

/** Every documentation has each number somewhere. Bases are asked of passages alone. */
function take(names: Set<string>, key: string): void {
  if (key.length > LONGEST || key.length < 2 || key.endsWith('.')) return
  if (!key.includes(':') || !NEVER.test(key)) names.add(key)
}
