/** Expressions whose time grows with the square of their text, which is bounded. This list only shrinks. */
export interface Accepted {
  /** The texts that they read. */
  input: string
  /** The constant that bounds the length of the text, in characters, and the file that has it. */
  bound: { name: string; file: string }
  /** By file. */
  expressions: Readonly<Record<string, readonly RegExp[]>>
}

const CONTENT = 'packages/content/src'
const GUARD = 'packages/core/src/assistant/citations/guard'

export const ACCEPTED: readonly Accepted[] = [
  {
    input: 'a tag that the scanner of tags cannot read, to the next one',
    bound: { name: 'LONGEST_TAG', file: `${CONTENT}/active/html-code.ts` },
    expressions: {
      [`${CONTENT}/active/html-code.ts`]: [/^script\b|(?<=^[a-z][\s\S]*)[\s/"']on[a-z]{3,30}\s{0,20}=/i],
    },
  },
  {
    input: 'a line of Markdown; no longer one begins a block',
    bound: { name: 'LONGEST_LINE', file: `${CONTENT}/formats/markdown/dialects/parts/source-lines.ts` },
    expressions: {
      [`${CONTENT}/formats/markdown/dialects/parts/source-lines.ts`]: [
        /^([ \t]*)\{\{<\s*tab\s[^{}]*\blang="?([\w+-]+)"?[^{}]*>\}\}[ \t]*$/,
      ],
    },
  },
  {
    input: 'the end of a heading',
    bound: { name: 'LONGEST', file: `${CONTENT}/formats/markdown/scan/attribute-list.ts` },
    expressions: {
      [`${CONTENT}/formats/markdown/scan/attribute-list.ts`]: [
        /[ \t]*\{:?[ \t]*(?:[.#][\w:.-]+|[\w:.-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|data-[\w-]+)(?:[ \t]+(?:[.#][\w:.-]+|[\w:.-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)|[\w-]+)){0,20}[ \t]*\}$/,
        /[ \t]*\\?\{#([^\s{}\\]+)\\?\}$/,
        /[ \t]*\{\/\*(?:[ \t]*#([^\s{}*]+)(?:[ \t][^*{}]*)?|([^\s{}*]+))\*\/\}$/,
      ],
    },
  },
  {
    input: 'a run of characters that names are made of',
    bound: { name: 'LONGEST', file: `${CONTENT}/names/text/chunks.ts` },
    expressions: { [`${CONTENT}/names/kinds/version.ts`]: [/(?:\.(?:0|x|\*))+$/] },
  },
  {
    input: 'what stands before a value on its line',
    bound: { name: 'LOOKED_BACK', file: `${CONTENT}/names/pairs/option-before.ts` },
    expressions: {
      [`${CONTENT}/names/pairs/option-before.ts`]: [
        /(--?[A-Za-z][\w.-]*|[A-Za-z_$][\w.$-]*)(?:["'`]?\s{0,3}[:=]\s{0,3}|(?<=--?[A-Za-z][\w.-]{0,60})[ \t])["'`]?$/,
      ],
    },
  },
  {
    input: 'what stands before a number',
    bound: { name: 'VALUE_LOOKED_BACK', file: `${CONTENT}/names/keys/unit-beside.ts` },
    expressions: {
      [`${CONTENT}/names/keys/unit-beside.ts`]: [
        /(?:[:=|(`"'[]|(?:^|[ \t>*_`])--?[a-z][\w-]*|\b(?:is|are|to|of|be|at|defaults?|value|over|above|below|under|than|least|most|for|after|every|up|max(?:imum)?|min(?:imum)?))[ \t]*[`"'*_~]*$/i,
      ],
    },
  },
  {
    input: 'a line of the closing message of the model',
    bound: { name: 'LONGEST', file: 'packages/core/src/agent/publishing/file-notes.ts' },
    expressions: {
      'packages/core/src/agent/publishing/file-notes.ts': [/^(\S.*?)\s*(?::| –| —| -)\s+(\S.*)$/],
    },
  },
  {
    input: 'the end of a line of an answer',
    bound: { name: 'LONGEST_LINE', file: `${GUARD}/line-state.ts` },
    expressions: {
      [`${GUARD}/bare-address.ts`]: [
        /(?<=(?:^|\s)[(*_"']*)[^\s()<>[\]"'`*_|~]*$/,
        /(?:mailto|xmpp):\S*$/i,
        /(?<=(?:^|\s)[(*_"']*)[\p{L}\p{N}][\p{L}\p{N}.+_-]*$/u,
        /(?:mailto|xmpp):\/\/\S*$/i,
      ],
    },
  },
  {
    input: 'the end of a word of an answer',
    bound: { name: 'LONGEST_CLOSING', file: 'packages/core/src/assistant/grounding/gate/block-reader.ts' },
    expressions: {
      'packages/core/src/assistant/grounding/gate/block-reader.ts': [/(?:\*\*|["”»」])[)\].,;:!?*_]*$/],
    },
  },
  {
    input: 'the words behind the language of a fence',
    bound: { name: 'LONGEST_META', file: 'packages/site/src/components/tabs.ts' },
    expressions: {
      'packages/site/src/components/tabs.ts': [
        /\{[^}]*\}|\S+=(?:"[^"]*"|'[^']*'|\{[^}]*\}|\S+)|(?<!\S)(?:"[^"]*"|'[^']*'|\/[^/]+\/|:?(?:no-)?line-numbers\S*|showLineNumbers|noLineNumbers|lines|wrap|expandable|icon|live|twoslash|npm2yarn|noInline|no-transpile|no_run|ignore|copy|annotate|focus|runnable)(?!\S)/g,
        /\[([^\]]+)\]/,
      ],
    },
  },
  {
    input: 'the head of a page of a website',
    bound: { name: 'HEAD_BYTES', file: 'plugins/source-sitemap/src/pages/decode-text.ts' },
    expressions: { 'plugins/source-sitemap/src/pages/decode-text.ts': [/<meta\b[^>]*>/gi] },
  },
]
