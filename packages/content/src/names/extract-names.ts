import type { CpuBudget } from '../basics/cpu-budget.ts'
import { isForeignFormat } from './allowed/foreign-formats.ts'
import { languageRules } from './allowed/language-rules.ts'
import { type OwnCode, ownCode } from './allowed/own-code.ts'
import { isPlaceholder } from './allowed/placeholders.ts'
import { commandSpace } from './commands/command-keys.ts'
import { commandLines } from './commands/command-lines.ts'
import { subcommandsIn } from './commands/subcommands.ts'
import { type DeclaredNames, declaredNames } from './declared-names.ts'
import { linkedAnchor, nameInAnchor } from './keys/anchors.ts'
import { eachDefaultNumber } from './keys/defaults.ts'
import type { ChunkPlace, KindRule } from './keys/kind-rule.ts'
import { isSeveral } from './keys/name-keys.ts'
import { annotation } from './kinds/annotation.ts'
import { call } from './kinds/call.ts'
import { env } from './kinds/env.ts'
import { errorCode } from './kinds/error-code.ts'
import { file } from './kinds/file.ts'
import { flag } from './kinds/flag.ts'
import { header } from './kinds/header.ts'
import { key } from './kinds/key.ts'
import { labelsOf } from './kinds/label.ts'
import { literalsOf } from './kinds/literal.ts'
import { number } from './kinds/number.ts'
import { packageName } from './kinds/package.ts'
import { path } from './kinds/path.ts'
import { route } from './kinds/route.ts'
import { url } from './kinds/url.ts'
import { version } from './kinds/version.ts'
import { groupListed } from './pairs/listed-names.ts'
import { seenText } from './seen/seen-text.ts'
import { moduleSpace } from './spaces/spaces.ts'
import { type Chunk, chunkOf, eachChunk } from './text/chunks.ts'
import type { FoundName } from './text/found-name.ts'
import type { Region } from './text/region.ts'
import { markdownRegions } from './text/regions.ts'

/** The first that knows a chunk decides. */
const RULES: readonly KindRule[] = [
  url,
  packageName,
  flag,
  route,
  env,
  errorCode,
  header,
  annotation,
  version,
  number,
  call,
  file,
  path,
  key,
]

/** Only rules that look at what is around a word can know one. */
const RULES_OF_WORDS: readonly KindRule[] = [call, key]
const RULES_OF_UNITS: readonly KindRule[] = [number, ...RULES_OF_WORDS]
const DIGIT = /\d/

/**
 * The names that a reader of this Markdown sees and its evidence can prove, in their order. What a language or every
 * shell has, what code declares itself, and placeholders are left out. Takes linear time.
 *
 * @param earlier names that code before this text has, as `namesOfCode` tells
 * @param options.withOwn also names that need a proof only where the documentation has something else: values,
 *   subcommands, modules, annotations
 * @param options.budget reading stops when it is spent
 * @param options.onStop where reading stopped: names behind it are unchecked
 */
export function extractNames(
  markdown: string,
  earlier?: ReadonlySet<string>,
  options: ExtractOptions = {},
): FoundName[] {
  const read = () => namesIn(markdown, earlier, options)
  return options.budget === undefined ? read() : options.budget.spend(read)
}

/** What the code of this Markdown declares and makes up, for `earlier` of the text behind it. */
export function namesOfCode(markdown: string): ReadonlySet<string> {
  const { text } = seenText(markdown)
  const regions = markdownRegions(text)
  const { texts, numbers } = ownCode(text, regions)
  return new Set([...declaredNames(text, regions).names, ...texts, ...numbers])
}

export interface ExtractOptions {
  withOwn?: boolean
  budget?: CpuBudget
  onStop?: (at: number) => void
}

function namesIn(
  markdown: string,
  earlier: ReadonlySet<string> | undefined,
  { withOwn = false, budget, onStop }: ExtractOptions,
): FoundName[] {
  const { text, rawAt } = seenText(markdown)
  const regions = markdownRegions(text)
  const declared = declaredNames(text, regions)
  const own = ownCode(text, regions)
  for (const name of earlier ?? [])
    for (const names of [declared.names, own.texts, own.numbers]) names.add(name)
  const defaults = new Set<number>()
  eachDefaultNumber(text, (at) => defaults.add(at))
  const names: FoundName[] = []
  // What stands behind a command is its argument there.
  const hasArguments = regions.some(({ language }) => /^nu(?:shell)?$/.test(language))
  for (const region of regions) {
    const end = readRegion(text, region, { declared, own, defaults, names, budget })
    if (end < region.end) {
      onStop?.(rawAt(end))
      break
    }
    if (region.kind === 'prose') names.push(...labelsOf(text, region))
    else if (!hasArguments) names.push(...subcommandsIn(text, region, own))
  }
  names.push(...literalsOf(text, regions))
  names.sort((one, other) => one.start - other.start)
  asInCode(names, text, regions)
  groupListed(names, text)
  const wanted = withOwn
    ? names
    : names.filter(
        ({ kind, ownUnless = [], onlyOwn }) => kind !== 'value' && ownUnless.length === 0 && !onlyOwn,
      )
  return wanted.map((name) => ({ ...name, start: rawAt(name.start), end: rawAt(name.end) }))
}

/**
 * What the text says of a name in its code belongs to what it belongs to there.
 *
 * @param names in their order
 */
function asInCode(names: readonly FoundName[], text: string, regions: readonly Region[]): void {
  const inCode = new Map<string, Pick<FoundName, 'spaces' | 'group'>>()
  for (const region of regions)
    for (const {
      words: [program = ''],
    } of commandLines(text, region))
      inCode.set(program, { spaces: [commandSpace([program])] })
  let at = 0
  const isInFence = ({ start }: FoundName) => {
    while ((regions[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++
    return regions[at]?.kind === 'fence'
  }
  const others: FoundName[] = []
  for (const name of names) {
    if (name.kind === 'number' || name.kind === 'value') continue
    if (!isInFence(name)) others.push(name)
    else if (!inCode.has(name.text)) inCode.set(name.text, name)
  }
  for (const name of others) {
    const { spaces, group } = inCode.get(name.text) ?? {}
    if (spaces !== undefined) name.spaces = spaces
    if (group !== undefined) name.group = group
  }
}

interface Reader {
  declared: DeclaredNames
  own: OwnCode
  defaults: ReadonlySet<number>
  names: FoundName[]
  budget: CpuBudget | undefined
}

function readRegion(
  text: string,
  region: Region,
  {
    declared: { names: declared, imported, modules, makers, options, roots },
    own,
    defaults,
    names,
    budget,
  }: Reader,
): number {
  const language = languageRules(region.language)
  const isForeign = region.kind === 'fence' && isForeignFormat(text.slice(region.start, region.end), language)
  const span = region.kind === 'span' ? text.slice(region.start, region.end).trim().length : 0
  let before: Chunk | undefined
  const take = (chunk: Chunk) => {
    const isWholeSpan = span > 0 && span - (chunk.end - chunk.start) <= (text[chunk.end] === '(' ? 2 : 0)
    const place: ChunkPlace = {
      text,
      chunk,
      before,
      region,
      language,
      isForeign,
      isWholeSpan,
      declared,
      own,
      defaults,
      modules,
      makers,
      options,
      roots,
    }
    before = chunk
    const from = imported.get(chunk.start)
    if (from !== undefined && !chunk.text.startsWith('@')) {
      const { text: name, start, end } = chunk
      const kind = from.isModule ? 'package' : 'key'
      if (!language.words.has(name) && !isPlaceholder(name))
        names.push({
          ...{ text: name, kind, start, end, keys: [name], spaces: [moduleSpace(from.module)] },
          ...(from.isModule && { onlyOwn: true }),
        })
      return
    }
    for (const rule of rulesFor(place)) {
      const reading = rule.read(place)
      if (reading === undefined) continue
      if (reading !== 'allowed') {
        const { text: found, start = chunk.start, ...rest } = reading
        const end = found === undefined ? chunk.end : start + found.length
        names.push({ text: text.slice(start, end), kind: rule.kind, start, end, ...rest })
      }
      return
    }
  }
  const read = (chunk: Chunk) => {
    if (chunk.isWord) {
      take(chunk)
      return
    }
    eachSide(chunk, text[chunk.start - 1] ?? '', take)
    const anchor = linkedAnchor(text, chunk, region)
    if (anchor !== undefined && nameInAnchor(chunk) === undefined) names.push(anchor)
  }
  return eachChunk(text, read, { from: region.start, to: region.end, budget })
}

/** Trying every rule on words would take most of the time. */
function rulesFor({ text, chunk, before, region }: ChunkPlace): readonly KindRule[] {
  if (!chunk.isWord) return RULES
  if (before !== undefined && !before.isWord && DIGIT.test(before.text)) return RULES_OF_UNITS
  return region.kind !== 'prose' || text[chunk.end] === '(' ? RULES_OF_WORDS : []
}

/** Where an address begins within its chunk, as in `index=https://…`. */
const SCHEME = /(?:https?|wss?|ftp):\/\//i

/** An anchor that is a name is one of its own, behind its page. */
function withAnchor(chunk: Chunk, take: (chunk: Chunk) => void): void {
  take(chunk)
  const anchor = nameInAnchor(chunk)
  if (anchor !== undefined) take(anchor)
}

/** A name and its value on both sides of `=` are two; so are an address and what stands before it. */
function eachSide(chunk: Chunk, before: string, take: (chunk: Chunk) => void): void {
  if (isSeveral(chunk.text)) {
    let at = chunk.start
    for (const one of chunk.text.split('/')) {
      take(chunkOf(one, at))
      at += one.length + 1
    }
    return
  }
  if (chunk.text.startsWith('/') && before === ')') {
    eachSide(chunkOf(chunk.text.slice(1), chunk.start + 1), '', take)
    return
  }
  const isAddress = chunk.text.includes('://')
  const at = isAddress ? chunk.text.search(SCHEME) : chunk.text.indexOf('=')
  if (at <= 0 || (!isAddress && chunk.text.includes('?'))) {
    withAnchor(chunk, take)
    return
  }
  const name = chunk.text.slice(0, at).replace(/[=+@:]{1,4}$/, '')
  if (name !== '') take(chunkOf(name, chunk.start))
  const value = chunk.text.slice(at).replace(/^[=~]+/, '')
  if (value !== '') take(chunkOf(value, chunk.end - value.length))
}
