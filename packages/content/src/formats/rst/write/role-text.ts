import type { RstScope } from '../read/rst-scope.ts'
import { codeSpan, escapedText, linkTo } from './written-markdown.ts'

/** What a role must know of the site of its page. */
export interface RoleSite {
  readonly scope: RstScope
  /** Where a reference leads; undefined for one that leads to no page. */
  addressOf(target: string): string | undefined
  /** What the site calls the place that a reference leads to. */
  titleOf(target: string): string | undefined
  attribute(name: string): string | undefined
}

const BOLD = /^(?:guilabel|menuselection|strong|command|program|dfn|makevar)$/
const CODE =
  /^(?:literal|code|file|samp|kbd|option|envvar|confval|token|keyword|regexp|mimetype|newsgroup|mailheader|manpage|math|eq|source|const|data|obj|attr|func|meth|mod|class|exc|type|enum|enumerator|struct|union|member|var|macro|any|setting|djadmin|cmdoption|lookup|tfilter|ttag|ticket-code|opcode|decorator|deco)$/
const OBJECT =
  /^(?:const|data|obj|attr|func|meth|mod|class|exc|type|enum|enumerator|struct|union|member|var|macro|any|option|envvar|confval|token|keyword|deco|decorator|setting)$/
const CALLED = /^(?:func|meth)$/

/** A role as Markdown; one that nobody knows is its text. */
export function roleText(written: string, raw: string, site: RoleSite, depth = 0): string {
  const name = written.replace(/^.*:/, '').toLowerCase()
  const base = site.scope.roles.get(written)
  if (base !== undefined && depth < 5)
    return base === '' ? escapedText(unescaped(raw)) : roleText(base, raw, site, depth + 1)
  const { text, target } = titled(raw)
  const shown = text ?? target
  switch (name) {
    case 'doc':
    case 'ref':
    case 'numref':
    case 'term':
      return reference(name, text, target, site)
    case 'download': {
      const address = site.addressOf(`download:${target}`) ?? target
      return linkTo(escapedText(text ?? target), address)
    }
    case 'pep':
    case 'pep-reference':
      return numbered(
        'PEP',
        `https://peps.python.org/pep-${target.split('#', 1)[0]?.padStart(4, '0')}/`,
        text,
        target,
      )
    case 'rfc':
    case 'rfc-reference':
      return numbered(
        'RFC',
        `https://datatracker.ietf.org/doc/html/rfc${target.split('#', 1)[0]}.html`,
        text,
        target,
      )
    case 'menuselection':
      return `**${escapedText(
        unescaped(raw)
          .replaceAll('-->', '\u2023')
          .replace(/&(?=\S)/g, ''),
      )}**`
    case 'guilabel':
      return `**${escapedText(unescaped(raw).replace(/&(?=\S)/g, ''))}**`
    case 'kbd':
      return `<kbd>${escapedText(unescaped(raw))}</kbd>`
    case 'sub':
    case 'subscript':
      return `<sub>${escapedText(unescaped(raw))}</sub>`
    case 'sup':
    case 'superscript':
      return `<sup>${escapedText(unescaped(raw))}</sup>`
    case 'samp':
    case 'file':
      return codeSpan(unescaped(raw.replace(/(?<!\\)[{}]/g, '')))
    case 'math':
      return `$${raw}$`
    case 'emphasis':
    case 'title':
    case 'title-reference':
    case 't':
      return `*${escapedText(unescaped(raw))}*`
    case 'abbr':
      return escapedText(unescaped(raw))
    case 'raw':
      return ''
    case 'raw-html':
      return ''
    default:
      break
  }
  const external = site.attribute(`extlinks:${written}`)
  if (external !== undefined) return externalLink(external, text, target)
  if (OBJECT.test(name)) return objectText(name, written, raw, site)
  if (name === '' && raw !== '') return `*${escapedText(unescaped(raw))}*`
  if (CODE.test(name)) return codeSpan(unescaped(raw))
  if (BOLD.test(name)) return `**${escapedText(unescaped(raw))}**`
  return escapedText(unescaped(shown))
}

/** The words of a role. */
export function plainRole(written: string, raw: string, site: RoleSite): string {
  const name = written.replace(/^.*:/, '').toLowerCase()
  const { text, target } = titled(raw)
  if (/^(?:doc|ref|numref)$/.test(name)) return text ?? site.titleOf(`${name}:${target}`) ?? target
  if (OBJECT.test(name)) return objectName(name, raw)
  if (name === 'menuselection') return unescaped(raw).replaceAll('-->', '\u2023')
  if (name === 'pep' || name === 'rfc') return text ?? `${name.toUpperCase()} ${target}`
  return unescaped(text ?? target)
}

/** `text <target>`. */
function titled(raw: string): { text?: string; target: string } {
  const open = raw.endsWith('>') ? raw.lastIndexOf('<') : -1
  const text = raw.slice(0, Math.max(0, open)).trimEnd()
  if (text === '' || text.endsWith('\\'))
    return { target: unescaped(raw).replace(/\n/g, ' ').replace(/^!/, '') }
  return { text: unescaped(text), target: raw.slice(open + 1, -1).trim() }
}

function reference(name: string, text: string | undefined, target: string, site: RoleSite): string {
  const key = `${name === 'numref' ? 'ref' : name}:${target}`
  const address = site.addressOf(key)
  const shown = escapedText(text ?? (name === 'term' ? target : (site.titleOf(key) ?? target)))
  return address === undefined ? shown : linkTo(shown, address)
}

function numbered(kind: string, address: string, text: string | undefined, target: string): string {
  const hash = target.includes('#') ? target.slice(target.indexOf('#')) : ''
  return linkTo(escapedText(text ?? `${kind} ${target.split('#', 1)[0]}`), address + hash)
}

/** `extlinks` of the configuration: the address and the caption, each with `%s`, in lines of their own. */
function externalLink(written: string, text: string | undefined, target: string): string {
  const [address = '', caption = ''] = written.split('\n')
  const shown = text ?? (caption === '' ? address : caption).replace('%s', () => target)
  return linkTo(
    escapedText(shown),
    address.replace('%s', () => target),
  )
}

/** An object by its name, as `~package.name` or `text <name>`. */
function objectText(name: string, written: string, raw: string, site: RoleSite): string {
  const { target } = titled(raw)
  const address = raw.startsWith('!')
    ? undefined
    : site.addressOf(`${written}:${target.replace(/^[~.]+/, '').replace(/\(\)$/, '')}`)
  const shown = codeSpan(objectName(name, raw))
  return address === undefined ? shown : linkTo(shown, address)
}

function objectName(name: string, raw: string): string {
  const { text, target } = titled(raw)
  if (text !== undefined) return text
  const whole = target.replace(/^[!.]+/, '')
  const short = whole.startsWith('~')
    ? whole.slice(whole.replace(/\(.*$/s, '').lastIndexOf('.') + 1).replace(/^~/, '')
    : whole
  return CALLED.test(name) && !/\)$/.test(short) ? `${short}()` : short
}

function unescaped(text: string): string {
  return text.replace(/\\(\s?)/g, '')
}
