/** What a question sets against each other: `difference between X and Y`, `X or Y?`, `X vs Y`. */
const FORMS: readonly RegExp[] = [
  /\b(?:differences?|distinction|choose|choice|decide) between (.+?) and ([\s\S]+)/i,
  /\bhow (?:do|does|is|are) (.+?) differ(?:ent)? from ([\s\S]+)/i,
  /\b(?:compare) (.+?) (?:and|with|to) ([\s\S]+)/i,
  /\b(?:should|shall|do|must|can) (?:i|we|you) (?:rather |better )?(?:use|choose|take|pick|need|prefer) (.+?),? or ([\s\S]+)/i,
  /^(?:what is better,?|which is better,?|better:?)? ?(.+?) (?:vs\.?|versus|or|compared (?:to|with)) ([\s\S]+)/i,
  /\bUnterschied(?:e)? zwischen (.+?) und ([\s\S]+)/i,
  /\bdifférences? entre (.+?) et ([\s\S]+)/i,
  /\bdiferencias? (?:hay )?entre (.+?) [ye] ([\s\S]+)/i,
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
    const match = form.exec(question)
    const [, first = '', rest = ''] = match ?? []
    const isBare = form.source.startsWith('^(?:what is better')
    const second = isBare ? rest.replace(/ ?[,;:?] ?(?:what|which|when|how)[\s\S]*/i, '') : rest
    if (match === null || first === '' || second === '') continue
    if (isBare && !COMPARES.test(question)) continue
    if (first.split(' ').length > 6 || second.split(' ').length > 6) continue
    return [bare(first), bare(second)]
  }
  return undefined
}

function bare(side: string): string {
  return side
    .replace(/^(?:an?|the|eine[rnm]?|eine|ein|der|die|das|dem|den|une?|la|le|les|el|los|las|una?) /i, '')
    .trim()
}
