import { nameOf, type RstScope } from '../read/rst-scope.ts'
import { plainRole, type RoleSite, roleText } from './role-text.ts'
import { codeSpan, escapedText, linkTo, withoutEnd } from './written-markdown.ts'

/** A backslash that takes the meaning from what stands behind it. */
const ESCAPE = '\0'
const START =
  /(?<![^\s'"([{<\-/:\u2010-\u2015\u00ab\u2018\u201c\p{Ps}\p{Pi}])(?:\*\*(?=\S)|\*(?=\S)|``(?=\S)|:([\p{L}\p{N}][\p{L}\p{N}:.+_-]{0,60}):`(?=\S)|_`(?=\S)|`(?=\S)|\|(?=[^\s|])|\[(?=[#*\p{L}\p{N}]))|(?<![\p{L}\p{N}])([\p{L}\p{N}](?:[-.:+_]?[\p{L}\p{N}]){0,100})(__?)(?=$|[\s'")\]}>\-/:.,;!?\u2019\u201d\u00bb\\]|\0)|(?<![\p{L}\p{N}])(?:https?|ftp|mailto):[^\s<>\0*`|]{2,2000}/gu
const AFTER = String.raw`(?=$|[\s'")\]}>\-/:.,;!?\\\u2010-\u2015\u00bb\u2019\u201d\p{Pe}\p{Pf}\p{Po}\0])`
const ENDS: Readonly<Record<string, RegExp>> = {
  '**': new RegExp(`(?<![\\s\\0])\\*\\*${AFTER}`, 'gu'),
  '*': new RegExp(`(?<![\\s\\0])\\*${AFTER}`, 'gu'),
  '``': new RegExp(`(?<!\\s)\`\`${AFTER}`, 'gu'),
  '`': new RegExp(`(?<![\\s\\0])\`(:[\\p{L}\\p{N}:.+_-]{1,60}:|__?)?${AFTER}`, 'gu'),
  '|': new RegExp(`(?<![\\s\\0])\\|(__?)?${AFTER}`, 'gu'),
  '[': new RegExp(`\\]_${AFTER}`, 'gu'),
}
/** A substitution may stand for a text with others. */
const DEEPEST = 8

export interface InlineSite extends RoleSite {
  readonly scope: RstScope
  /** A directive such as `image` in the place of a substitution. */
  substituted(name: string): string | undefined
}

/** Turns what stands within lines into Markdown. */
export class InlineText {
  readonly #site: InlineSite
  #anonymous = 0
  #numbered = 0
  #symbols = 0
  #depth = 0

  constructor(site: InlineSite) {
    this.#site = site
  }

  markdown(written: string): string {
    return this.#read(written, true)
  }

  /** The words alone. */
  plain(written: string): string {
    return this.#read(written, false)
  }

  #read(written: string, isMarkdown: boolean): string {
    if (this.#depth >= DEEPEST) return ''
    this.#depth += 1
    const text = written.replace(/\\([\s\S])/g, `${ESCAPE}$1`).replace(/\n/g, ' ')
    const parts: string[] = []
    const missing = new Set<string>()
    let at = 0
    START.lastIndex = 0
    for (let found = START.exec(text); found !== null; found = START.exec(text)) {
      const from = START.lastIndex
      const part = this.#marked(text, found, isMarkdown, missing)
      START.lastIndex = part?.end ?? Math.max(found.index + markOf(found[0]).length, found.index + 1)
      if (part === undefined) {
        if (from === found.index) START.lastIndex = found.index + 1
        continue
      }
      parts.push(this.#plainText(text.slice(at, found.index), isMarkdown), part.text)
      at = part.end
      START.lastIndex = at
    }
    parts.push(this.#plainText(text.slice(at), isMarkdown))
    this.#depth -= 1
    return parts.join('')
  }

  #plainText(text: string, isMarkdown: boolean): string {
    const shown = unescaped(text)
    return isMarkdown ? escapedText(shown) : shown
  }

  /** What a mark begins; undefined for one that begins nothing. */
  #marked(
    text: string,
    found: RegExpExecArray,
    isMarkdown: boolean,
    missing: Set<string>,
  ): { text: string; end: number } | undefined {
    const [whole, role, word, underscores] = found
    const start = found.index
    if (word !== undefined) {
      const shown = this.#reference(word, word, underscores === '__', isMarkdown)
      return shown === undefined ? undefined : { text: shown, end: start + whole.length }
    }
    if (/^(?:https?|ftp|mailto):/.test(whole)) {
      const address = withoutEnd(whole, `.,;:!?'")]}\u2019\u201d`)
      const kept = address.includes('(') && whole[address.length] === ')' ? `${address})` : address
      return { text: isMarkdown ? linkTo(escapedText(kept), kept) : kept, end: start + kept.length }
    }
    const mark = markOf(whole)
    const inside = start + whole.length
    const end = ENDS[mark]
    if (end === undefined || missing.has(mark)) return undefined
    const quote = text[start - 1] ?? ''
    // In quotes a mark is only a mark.
    if (quote !== '' && QUOTES[quote] !== undefined && QUOTES[quote] === text[inside]) return undefined
    end.lastIndex = inside + 1
    const closing = end.exec(text)
    if (closing === null) {
      missing.add(mark)
      return undefined
    }
    const content = text.slice(inside, closing.index)
    const behind = closing.index + closing[0].length
    const shown = this.#inline({ mark, whole, role, content, suffix: closing[1] ?? '' }, isMarkdown)
    return shown === undefined ? undefined : { text: shown, end: behind }
  }

  #inline(
    {
      mark,
      whole,
      role,
      content,
      suffix,
    }: { mark: string; whole: string; role: string | undefined; content: string; suffix: string },
    isMarkdown: boolean,
  ): string | undefined {
    if (mark === '``') {
      const code = content.replaceAll(ESCAPE, '\\')
      return isMarkdown ? codeSpan(code) : code
    }
    const words = unescaped(content)
    if (mark === '*' || mark === '**') return isMarkdown ? mark + escapedText(words) + mark : words
    if (mark === '[') return this.#note(words, isMarkdown)
    if (mark === '|') return this.#substitution(words, suffix, isMarkdown)
    if (whole === '_`')
      return isMarkdown ? `<a id="${this.#inlineTarget(words)}"></a>${escapedText(words)}` : words
    const name = role ?? (suffix.startsWith(':') ? suffix.slice(1, -1) : undefined)
    if (name !== undefined) {
      const raw = content.replaceAll(ESCAPE, '\\')
      return isMarkdown ? roleText(name, raw, this.#site) : plainRole(name, raw, this.#site)
    }
    if (suffix === '') return isMarkdown ? roleText('', content.replaceAll(ESCAPE, '\\'), this.#site) : words
    return this.#phrase(content, suffix === '__', isMarkdown)
  }

  #inlineTarget(words: string): string {
    const { scope } = this.#site
    const known = scope.find(words)
    return known !== undefined && 'id' in known ? known.id : scope.newId(words)
  }

  /** `` `text <address>`_ `` and `` `name`_ ``. */
  #phrase(content: string, isAnonymous: boolean, isMarkdown: boolean): string {
    const embedded = /^([\s\S]*?)(?<![\0])<([^<>]+)>$/.exec(content)
    if (embedded === null) {
      const name = unescaped(content)
      return this.#reference(name, name, isAnonymous, isMarkdown) ?? (isMarkdown ? escapedText(name) : name)
    }
    const target = (embedded[2] ?? '').trim()
    const words = unescaped(embedded[1] ?? '').trim()
    const isName = target.endsWith('_') && !target.endsWith(`${ESCAPE}_`)
    const uri = unescaped(target).replace(/\s+/g, '')
    if (isName) {
      const name = unescaped(target.slice(0, -1)).replace(/^`|`$/g, '')
      return (
        this.#reference(words || name, name, false, isMarkdown) ?? (isMarkdown ? escapedText(words) : words)
      )
    }
    if (!isAnonymous && words !== '') this.#site.scope.add(words, { uri }, false)
    const shown = words === '' ? uri : words
    return isMarkdown ? linkTo(escapedText(shown), this.#site.addressOf(uri) ?? uri) : shown
  }

  /** Undefined for a name that leads nowhere: a word that only ends so. */
  #reference(shown: string, name: string, isAnonymous: boolean, isMarkdown: boolean): string | undefined {
    const { scope } = this.#site
    const uri = isAnonymous ? scope.anonymous[this.#anonymous++] : undefined
    const target = uri !== undefined ? { uri } : scope.find(name)
    if (target === undefined) return undefined
    if (!isMarkdown) return shown
    const address = 'uri' in target ? (this.#site.addressOf(target.uri) ?? target.uri) : `#${target.id}`
    return linkTo(escapedText(shown), address)
  }

  #note(label: string, isMarkdown: boolean): string | undefined {
    const { scope } = this.#site
    const found =
      label === '*'
        ? scope.marked[this.#symbols++]
        : label === '#'
          ? scope.numbered[this.#numbered++]
          : scope.notes.get(label.replace(/^#/, '').toLowerCase())
    if (found === undefined) return undefined
    return isMarkdown ? linkTo(`\\[${escapedText(found.shown)}\\]`, `#${found.id}`) : `[${found.shown}]`
  }

  #substitution(name: string, suffix: string, isMarkdown: boolean): string | undefined {
    const { scope } = this.#site
    const exact = scope.substitutions.get(name)
    const found = exact ?? [...scope.substitutions].find(([each]) => nameOf(each) === nameOf(name))?.[1]
    if (found === undefined) return undefined
    if (typeof found === 'string') return this.#read(found, isMarkdown)
    const { name: kind, argument, options } = found
    if (kind === 'replace') {
      const text = this.#read(`${argument}\n${found.body.join('\n')}`.trim(), isMarkdown)
      const target = suffix === '' ? undefined : scope.find(name)
      if (target === undefined || !isMarkdown) return text
      return linkTo(text, 'uri' in target ? target.uri : `#${target.id}`)
    }
    if (kind === 'unicode') return unicodeText(argument, options)
    if (!isMarkdown) return options.alt ?? ''
    return this.#site.substituted(name) ?? ''
  }
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
}

function markOf(whole: string): string {
  if (whole.endsWith('``')) return '``'
  return whole.endsWith('`') ? '`' : whole.startsWith('**') ? '**' : (whole[0] ?? '')
}

/** A space behind a backslash is none. */
function unescaped(text: string): string {
  return text.replace(/\0(\s?)/g, '')
}

function unicodeText(argument: string, options: Readonly<Record<string, string>>): string {
  const [codes = ''] = argument.split(/ \.\. /)
  const written = codes
    .split(/\s+/)
    .map((code) => {
      const hex = /^(?:0x|x|\\x|U\+|u|\\u|&#x)([0-9a-f]{1,6});?$/i.exec(code)?.[1]
      const value =
        hex === undefined ? (/^\d{1,7}$/.test(code) ? Number(code) : Number.NaN) : Number.parseInt(hex, 16)
      return value > 0x1f && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff)
        ? String.fromCodePoint(value)
        : code
    })
    .join(' ')
  return 'trim' in options ? written.trim() : written
}
