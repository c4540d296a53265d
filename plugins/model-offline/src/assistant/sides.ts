/**
 * What a question sets against each other: `difference between X and Y`, `X or Y?`, `X vs Y`. What opens the first side,
 * and what joins them: each is looked for by itself, so that a text is read once.
 */
const FORMS: readonly { opening: RegExp; joint: RegExp; isBare?: true }[] = [
  { opening: /\b(?:differences?|distinction|choose|choice|decide) between /i, joint: / and /i },
  { opening: /\bhow (?:do|does|is|are) /i, joint: / differ(?:ent)? from /i },
  { opening: /\bcompare /i, joint: / (?:and|with|to) /i },
  {
    opening:
      /\b(?:should|shall|do|must|can) (?:i|we|you) (?:rather |better )?(?:use|choose|take|pick|need|prefer) /i,
    joint: /,? or /i,
  },
  {
    opening: /^(?:(?:what is better,?|which is better,?|better:?) )?/i,
    joint: / (?:vs\.?|versus|or|compared (?:to|with)) /i,
    isBare: true,
  },
  { opening: /\bUnterschiede? zwischen /i, joint: / und /i },
  { opening: /\bdifférences? entre /i, joint: / et /i },
  { opening: /\bdiferencias? (?:hay )?entre /i, joint: / [ye] /i },
]
/** Languages that write the difference last, and no spaces. */
const UNSPACED: readonly RegExp[] = [
  /^(.{1,40}?)(?:和|与|跟)(.{1,40}?)(?:有什么|之间|的)*(?:区别|差别|不同)/u,
  /^(.{1,40}?)と(.{1,40}?)(?:の|は)(?:違い|何が違)/u,
]

/** Characters: a longer text asks for more than two sides. */
const LONGEST = 300

/** A bare `X or Y` compares only when it is about a difference, or is all that is asked. */
const COMPARES = /\b(?:differen\w*|better|compare\w*|versus|vs|prefer\w*|which one)\b/i

/** The two sides of a comparing question as it words them; undefined when it does not compare. */
export function sidesOf(text: string): readonly [string, string] | undefined {
  if (text.length > LONGEST) return undefined
  const question = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?[?.!,;]$/, '')
  for (const form of FORMS) {
    const [first = '', rest = ''] = between(question, form)
    const second = form.isBare ? rest.replace(/ ?[,;:?] ?(?:what|which|when|how)[\s\S]*/i, '') : rest
    if (form.isBare && !COMPARES.test(question)) continue
    if (areSides(first, second)) return [bare(first), bare(second)]
  }
  for (const form of UNSPACED) {
    const [, first = '', second = ''] = form.exec(question) ?? []
    if (areSides(first, second)) return [bare(first), bare(second)]
  }
  return undefined
}

/** What stands before and behind the first joint after the first opening that one follows. */
function between(question: string, { opening, joint }: { opening: RegExp; joint: RegExp }): string[] {
  const open = opening.exec(question)
  if (open === null) return []
  const text = question.slice(open.index + open[0].length)
  // A side has at least one character.
  const joined = joint.exec(text.slice(1))
  if (joined === null) return []
  const at = joined.index + 1
  return [text.slice(0, at), text.slice(at + joined[0].length)]
}

function areSides(first: string, second: string): boolean {
  return first !== '' && second !== '' && first.split(' ').length <= 6 && second.split(' ').length <= 6
}

function bare(side: string): string {
  return side
    .replace(/^(?:an?|the|eine[rnm]?|eine|ein|der|die|das|dem|den|une?|la|le|les|el|los|las|una?) /i, '')
    .trim()
}
