import { defaultSchema, type Schema } from 'hast-util-sanitize'

/** Presentation MathML, which is made of formulas alone: https://www.w3.org/TR/mathml-core. */
const MATH_ELEMENTS: readonly string[] =
  'math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover'.split(
    ' ',
  )
const MATH_ATTRIBUTES: readonly string[] =
  'accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  )

/** Elements that stay what they are. Everything else is a component, known or not. */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set([
  ...(defaultSchema.tagNames ?? []).filter((name) => name !== 'source' && name !== 'picture'),
  'abbr',
  'cite',
  'dfn',
  'figcaption',
  'figure',
  'mark',
  'small',
  'time',
  'u',
  'wbr',
])

const OUR_CLASSES =
  /^(?:callout(?:-(?:note|tip|warning|danger|success|title))?|cards?|card-title|steps?|step-title|tabs?|tab-title|group|embedded|field(?:-(?:name|type|required))?|update(?:-(?:label|description))?|badge|component|code(?:-title)?|table|expression|language-.{1,40}|t-[a-z]{2,8}|only-light|only-dark|tml-left|tml-right|diagram|foreign|contains-task-list|task-list-item|footnotes|sr-only)$/

/** Ids of the page around the content begin so: no heading does, and an author must not. */
const NOT_OURS = /^(?!docent:)[^\s]{1,500}$/

/** What may be in the HTML of a page. There is no style, no script, no frame, no form and no handler of events. */
export const HTML_SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [...HTML_ELEMENTS, ...MATH_ELEMENTS],
  // Ids are what links lead to: they stay as they are. Nothing on the page looks an element up by a name of the author's.
  clobber: [],
  clobberPrefix: '',
  strip: ['script', 'style'],
  attributes: {
    '*': [
      'align',
      'colSpan',
      'rowSpan',
      'dateTime',
      'dir',
      'height',
      'lang',
      'scope',
      'title',
      'vAlign',
      'width',
      ['id', NOT_OURS],
      ['className', OUR_CLASSES],
    ],
    a: ['href', 'rel', 'ariaLabel', 'ariaDescribedBy', 'dataFootnoteBackref', 'dataFootnoteRef'],
    blockquote: ['cite'],
    code: ['dataMeta'],
    details: ['open'],
    div: [['role', 'note', 'region'], ['tabIndex', 0], 'ariaLabel'],
    img: ['src', 'alt', ['loading', 'lazy'], ['decoding', 'async']],
    input: [['disabled', true], ['type', 'checkbox'], 'checked', 'ariaLabel'],
    ol: ['start', 'reversed'],
    section: ['dataFootnotes'],
    ...Object.fromEntries(MATH_ELEMENTS.map((name) => [name, [...MATH_ATTRIBUTES]])),
    math: [...MATH_ATTRIBUTES, 'ariaLabel'],
  },
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
    cite: ['http', 'https'],
  },
  required: { input: { disabled: true, type: 'checkbox' } },
}
