/** About half a second. */
const MOST_CITATION_STEPS = 500_000_000
/** Five to ten seconds. */
const MOST_ROLE_STEPS = 2_500_000_000
/** Two to five seconds. */
const MOST_NESTED_DIRECTIVES = 100_000
/** Behind signs of quotes and lists, too. */
const OPENING = /^[\s>*+\-\d.)]{0,1000}(`{3,}|~{3,}|:{3,})[ \t]*\{/
const CLOSING = /^[\s>]{0,1000}(`{3,}|~{3,}|:{3,})[ \t]*$/
const PARAGRAPHS = /\n[ \t]*\n/

/**
 * False for texts in which the parser would look for citations too long. At each mark of a paragraph it looks back over all
 * words before, in time quadratic in their lengths: pages of 7,000 characters took 30 s. Their citations stay as they are
 * written.
 */
export function canCite(text: string): boolean {
  let steps = 0
  for (const paragraph of text.split(PARAGRAPHS)) {
    const marks = paragraph.match(/[^\w\s]/g)?.length ?? 0
    for (const { length } of paragraph.split(/\s+/)) steps += marks * length * length
  }
  return steps <= MOST_CITATION_STEPS
}

/**
 * Why the parser would read a text longer than a page may take, as far as a look in linear time can tell.
 *
 * @returns undefined for every text that people write
 */
export function whyTooCostly(text: string): string | undefined {
  if (nestedDirectives(text) > MOST_NESTED_DIRECTIVES)
    return 'Hundreds of directives are nested in each other. End each directive with a line of the same marks.'
  let steps = 0
  for (const paragraph of text.split(PARAGRAPHS)) steps += roleSteps(paragraph)
  return steps > MOST_ROLE_STEPS
    ? 'One paragraph has thousands of { without a }. Write \\{ if it does not start a role, or put the text in a code block.'
    : undefined
}

/** Each directive counted once for every directive around it: the parser reads it so often. */
function nestedDirectives(text: string): number {
  const open: string[] = []
  let count = 0
  for (const line of text.split('\n')) {
    const opened = OPENING.exec(line)?.[1]
    const closed = opened === undefined ? CLOSING.exec(line)?.[1] : undefined
    if (opened !== undefined) count += open.push(opened)
    else if (closed !== undefined) {
      // The outermost directive that the line can end ends there, with all within it.
      const outermost = open.findIndex((mark) => mark[0] === closed[0] && mark.length <= closed.length)
      if (outermost >= 0) open.length = outermost
    }
    if (count > MOST_NESTED_DIRECTIVES) return count
  }
  return count
}

/**
 * How far the parser looks for roles: from each { to the next }, and in spaces from each to each. One walk from the end
 * knows both for every {.
 */
function roleSteps(paragraph: string): number {
  let steps = 0
  let ahead = 0
  let spaces = 0
  for (let at = paragraph.length - 1; at >= 0; at -= 1) {
    const char = paragraph.charCodeAt(at)
    if (char === 125 /* } */) ahead = 0
    // Spaces before spaces are looked at again from each of them.
    ahead += 1 + spaces
    if (char === 123 /* { */) steps += ahead * (1 + spaces / 3)
    spaces = char === 32 || (char >= 9 && char <= 13) ? spaces + 1 : 0
  }
  return steps
}
