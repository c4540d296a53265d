import { CALLOUT_KINDS } from '../../markdown/dialects/parts/callout-kinds.ts'
import { delimitedRows } from '../read/delimited-rows.ts'
import { isObject } from '../read/object-names.ts'
import type { RstDirective, RstNode } from '../read/rst-node.ts'
import { selectedText } from '../read/selected-text.ts'
import { tocEntries } from '../read/toctree.ts'
import { conditionHolds } from './condition.ts'
import { glossary } from './glossary.ts'
import { type MarkdownWriter, strong } from './write-markdown.ts'
import { linkTo, paragraph } from './written-markdown.ts'

type Write = (directive: RstDirective, writer: MarkdownWriter) => string

/** What stands before the version of such a directive. */
const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  versionremoved: 'Removed in version',
  'deprecated-removed': 'Deprecated since version',
}
const TITLES: Readonly<Record<string, string>> = { seealso: 'See also', todo: 'Todo' }
const CODE =
  /^(?:code|code-block|sourcecode|parsed-literal|doctest|test(?:code|output)|ipython|prompt|jupyter-execute|terminal|code-tab|graphviz|digraph|graph|mermaid|uml|plantuml|productionlist|program-output|command-output)$/
const SILENT =
  /^(?:comment|contents|meta|index|tabularcolumns|todolist|role|default-role|sectionauthor|codeauthor|title|sectnum|section-numbering|header|footer|default-domain|test(?:setup|cleanup)|bibliography|date|replace|unicode|include|rst-class|cssclass|plot|currentclass|target-notes|restructuredtext-test-directive)$/
/** What a build takes from code that it runs, or from other data. */
const GENERATED =
  /^(?:auto[a-z-]+|automodule|click|argparse|doxygen\w*|graphql:.*|jinja|datatemplate.*|exec|program-output|command-output|swagger.*|openapi)$/

const body: Write = ({ children }, writer) => writer.blocks(children)

const titled: Write = ({ argument, children }, writer) =>
  [strong(writer.inline.markdown(argument)), writer.blocks(children)]
    .filter((part) => part !== '')
    .join('\n\n')

const card: Write = ({ argument, options, children }, writer) => {
  const link = options.link
  const kind = options['link-type'] ?? 'url'
  const address =
    link === undefined
      ? undefined
      : (writer.site.addressOf(kind === 'url' ? link : `${kind}:${link}`) ?? link)
  return writer.element(
    'docent-card',
    { title: writer.inline.markdown(argument) || undefined, href: address },
    writer.blocks(children),
  )
}

const tab: Write = ({ argument, options, children }, writer) =>
  writer.element(
    'docent-tab',
    { title: writer.inline.markdown(argument || (options.sync ?? '')) },
    writer.blocks(children),
  )

const condition: Write = ({ name, argument, children }, writer) =>
  conditionHolds(name, argument, (each) => writer.site.attribute(each)) ? writer.blocks(children) : ''

const heading: Write = ({ argument, options }, writer) => {
  const level = options['heading-level']
  const text = strong(writer.inline.markdown(argument))
  return level === undefined
    ? text
    : `${'#'.repeat(Math.min(6, Number(level) || 6))} ${writer.inline.markdown(argument)}`
}

const button: Write = ({ name, argument, children, options }, writer) => {
  const kind = options['ref-type'] ?? 'any'
  const target = name === 'button-ref' ? (kind === 'any' ? argument : `${kind}:${argument}`) : argument
  const address =
    writer.site.addressOf(target) ??
    writer.site.addressOf(`ref:${argument}`) ??
    writer.site.addressOf(`doc:${argument}`)
  const text = writer.blocks(children)
  return linkTo(text === '' ? argument : text, address ?? argument)
}

const figure: Write = (directive, writer) =>
  [writer.image(directive), writer.blocks(directive.children)].filter((part) => part !== '').join('\n\n')

const WRITERS: Readonly<Record<string, Write>> = {
  admonition: ({ argument, children }, writer) =>
    callout('note', writer.inline.markdown(argument), writer.blocks(children), writer),
  'button-link': button,
  'button-ref': button,
  card,
  'card-carousel': body,
  centered: ({ argument }, writer) => strong(writer.inline.markdown(argument)),
  'csv-table': (directive, writer) => csvTable(directive, writer),
  currentmodule: ({ argument }, writer) => setModule(argument, writer),
  dropdown: (directive, writer) =>
    writer.element(
      'docent-details',
      { title: writer.inline.markdown(directive.argument) || undefined },
      body(directive, writer),
    ),
  figure,
  glossary,
  grid: (directive, writer) => writer.element('docent-cards', {}, body(directive, writer)),
  'grid-item-card': card,
  'group-tab': tab,
  highlight: ({ argument }, writer) => setLanguage(argument, writer),
  ifconfig: condition,
  image: (directive, writer) => writer.image(directive),
  'line-block': body,
  'list-table': (directive, writer) => listTable(directive, writer),
  literalinclude: (directive, writer) => literalInclude(directive, writer),
  math: ({ argument, body: lines }, writer) => writer.code([argument, ...lines].join('\n').trim(), 'math'),
  module: (directive, writer) => module(directive, writer),
  only: condition,
  program: ({ argument }, writer) => setProgram(argument, writer),
  'py:currentmodule': ({ argument }, writer) => setModule(argument, writer),
  'py:module': (directive, writer) => module(directive, writer),
  raw: ({ argument, body: lines }) => {
    // What makes a page do or look like something is no text of it.
    const isText =
      /\bhtml\b/.test(argument) && !lines.some((line) => /<(?:script|style|iframe)\b/i.test(line))
    return isText ? lines.filter((line) => line.trim() !== '').join('\n') : ''
  },
  rubric: heading,
  sidebar: ({ argument, options, children }, writer) =>
    [
      strong(writer.inline.markdown(argument)),
      writer.inline.markdown(options.subtitle ?? ''),
      writer.blocks(children),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  tab,
  'tab-item': tab,
  'tab-set': (directive, writer) => writer.element('docent-tabs', {}, body(directive, writer)),
  'tab-set-code': (directive, writer) => writer.element('docent-tabs', {}, codeTabs(directive, writer)),
  table: ({ argument, children }, writer) => {
    const table = writer.blocks(children)
    return argument === '' ? table : `${strong(writer.inline.markdown(argument))}\n\n${table}`
  },
  tabs: (directive, writer) => writer.element('docent-tabs', {}, body(directive, writer)),
  toctree: (directive, writer) => toctree(directive, writer),
  topic: titled,
}

/** A directive as Markdown; one that nobody knows is its body. */
export function writeDirective(directive: RstDirective, writer: MarkdownWriter): string {
  const { name, children, body: lines } = directive
  const own = WRITERS[name]
  if (own !== undefined) return own(directive, writer)
  if (SILENT.test(name)) return writer.blocks(children)
  if (GENERATED.test(name)) {
    writer.site.report(directive)
    return isObject(directive.name) ? writer.object(directive) : writer.blocks(children)
  }
  if (name in VERSIONS) return version(directive, writer)
  if (CALLOUT_KINDS.has(name) || name === 'todo') {
    const title = TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
    return callout(name, title, writer.blocks(children), writer)
  }
  if (CODE.test(name)) return code(directive, lines.join('\n'), writer)
  return isObject(name) ? writer.object(directive) : writer.blocks(children)
}

function callout(type: string, title: string, text: string, writer: MarkdownWriter): string {
  return writer.element('docent-callout', { type: CALLOUT_KINDS.has(type) ? type : 'note', title }, text)
}

function version({ name, argument, children }: RstDirective, writer: MarkdownWriter): string {
  const [, number = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? []
  const [, until = '', reason = rest] =
    name === 'deprecated-removed' ? (/^(\S*)\s*([\s\S]*)$/.exec(rest) ?? []) : []
  const removed = until === '' ? '' : `, will be removed in version ${until}`
  const text = [paragraph(writer.inline.markdown(reason)), writer.blocks(children)]
    .filter((part) => part !== '')
    .join('\n\n')
  const label = `*${VERSIONS[name]} ${number}${removed}${text === '' ? '.' : ':'}*`
  return text === ''
    ? label
    : `${label}${children[0]?.kind === 'paragraph' || reason !== '' ? ' ' : '\n\n'}${text}`
}

function code({ name, argument, options }: RstDirective, text: string, writer: MarkdownWriter): string {
  const shown =
    name === 'parsed-literal'
      ? text
          .split('\n')
          .map((line) => writer.inline.plain(line))
          .join('\n')
      : text
  const [first = ''] = argument.split(/\s/)
  const language = /^(?:prompt|terminal)$/.test(name)
    ? 'bash'
    : /^(?:graphviz|digraph|graph)$/.test(name)
      ? 'dot'
      : first
  const caption = options.caption ?? ''
  const title = caption === '' ? '' : `title="${writer.inline.plain(caption).replaceAll('"', "'")}"`
  const lines = options['emphasize-lines']?.replace(/[^\d,-]/g, '') ?? ''
  const meta = [title, lines === '' ? '' : `{${lines}}`].filter((part) => part !== '').join(' ')
  const block = writer.code(
    shown,
    language === '' && name !== 'parsed-literal' ? writer.language : language,
    meta,
  )
  return name === 'code-tab'
    ? writer.element('docent-tab', { title: argument.slice(first.length).trim() || first }, block)
    : block
}

function literalInclude(directive: RstDirective, writer: MarkdownWriter): string {
  const {
    argument,
    options,
    body: [own],
  } = directive
  const text = own ?? writer.site.fileText(argument)
  if (text === undefined) return ''
  const [, ending = ''] = /\.(\w{1,10})$/.exec(argument) ?? []
  const language = options.language ?? (options.code || ending)
  const caption = 'caption' in options && options.caption === '' ? argument : options.caption
  const named = {
    ...directive,
    name: 'code-block',
    argument: language,
    options: { ...options, ...(caption === undefined ? {} : { caption }) },
  }
  return code(named, selectedText(text, options), writer)
}

function codeTabs({ children }: RstDirective, writer: MarkdownWriter): string {
  return children
    .map((child) => {
      if (child.kind !== 'directive') return writer.blocks([child])
      return writer.element('docent-tab', { title: child.argument || child.name }, writer.blocks([child]))
    })
    .join('\n\n')
}

function listTable({ argument, options, children }: RstDirective, writer: MarkdownWriter): string {
  const [list] = children
  if (list?.kind !== 'list') return writer.blocks(children)
  const rows = list.items.map((item): RstNode[][] => (item[0]?.kind === 'list' ? item[0].items : [item]))
  return writer.table(rows, Number(options['header-rows'] ?? 0) || 0, argument)
}

function csvTable({ argument, options, body: lines }: RstDirective, writer: MarkdownWriter): string {
  const text = options.file === undefined ? lines.join('\n') : writer.site.fileText(options.file)
  if (text === undefined) return ''
  const header = options.header === undefined ? [] : delimitedRows(options.header, options)
  const rows = [...header, ...delimitedRows(text, options)]
  const head = header.length + (Number(options['header-rows'] ?? 0) || 0)
  const cells = rows.map((row) =>
    row.map((cell): RstNode[] => (cell === '' ? [] : [{ kind: 'paragraph', text: cell }])),
  )
  return writer.table(cells, head, argument)
}

function toctree(directive: RstDirective, writer: MarkdownWriter): string {
  if ('hidden' in directive.options) return ''
  const { caption = '' } = directive.options
  const items = tocEntries(
    directive,
    (pattern) => writer.site.titleOf(`glob:${pattern}`)?.split('\n') ?? [],
  ).flatMap(({ title, target }) => {
    const isAddress = /^[a-z]+:\/\//.test(target)
    const address = isAddress ? target : writer.site.addressOf(`doc:${target}`)
    if (address === undefined) return []
    return [
      `- ${linkTo(paragraph(writer.inline.markdown(title ?? writer.site.titleOf(`doc:${target}`) ?? target)), address)}`,
    ]
  })
  return [
    caption === '' || items.length === 0 ? '' : strong(writer.inline.markdown(caption)),
    items.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function module({ argument, children }: RstDirective, writer: MarkdownWriter): string {
  writer.module = argument
  return [`<a id="module-${argument}"></a>`, writer.blocks(children)]
    .filter((part) => part !== '')
    .join('\n\n')
}

function setModule(argument: string, writer: MarkdownWriter): string {
  writer.module = argument === 'None' ? '' : argument
  return ''
}

function setProgram(argument: string, writer: MarkdownWriter): string {
  writer.program = argument === 'None' ? '' : argument
  return ''
}

function setLanguage(argument: string, writer: MarkdownWriter): string {
  writer.language = argument
  return ''
}
