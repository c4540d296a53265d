import { defaultSchema, type Schema } from 'hast-util-sanitize'

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
  /^(?:callout(?:-(?:note|tip|warning|danger|success|title))?|cards?|card-title|steps?|step-title|tabs?|tab-title|group|embedded|field(?:-(?:name|type|required))?|update(?:-(?:label|description))?|badge|component|code(?:-title)?|table|expression|language-.{1,40}|t-[a-z]{2,8}|foreign|contains-task-list|task-list-item|footnotes|sr-only)$/

/** Ids of the page around the content begin so: no heading does, and an author must not. */
const NOT_OURS = /^(?!docent:)[^\s]{1,500}$/

/** What may be in the HTML of a page. There is no style, no script, no frame, no form and no handler of events. */
export const HTML_SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [...HTML_ELEMENTS],
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
  },
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
    cite: ['http', 'https'],
  },
  required: { input: { disabled: true, type: 'checkbox' } },
}
