const RUN = /\\[!-~]|\*{1,3}|~{1,2}|\${1,2}/g
const NAME_CHARACTER = /[\w\-./:=@]/

/** Between marks that may mean something else. */
const LONGEST_WORD = 100

interface Open {
  mark: string
  at: number
}

/**
 * Where marks of emphasis, of struck text and of formulas stand that are a part of no name although they touch one:
 * `--fo**o**`, `~~--foo~~`, `$--foo$`. Those around whole words stay, because labels are known by them.
 */
export function emphasisMarks(prose: string): ReadonlySet<number> {
  const joining = new Set<number>()
  const open = new Map<string, Open>()
  for (const { 0: mark, index } of prose.matchAll(RUN)) {
    if (mark.startsWith('\\')) continue
    const before = prose[index - 1] ?? ' '
    const behind = prose[index + mark.length] ?? ' '
    const opened = open.get(mark)
    if (opened !== undefined && /\S/.test(before) && closes(opened, mark, index, prose)) {
      open.delete(mark)
      if (isInName(opened, mark, index, prose)) joining.add(opened.at).add(index)
    } else if (/\S/.test(behind) && opens(mark, before)) open.set(mark, { mark, at: index })
  }
  return joining
}

/** `~/folder`, `~5` and `$NAME` begin so by themselves. */
function opens(mark: string, before: string): boolean {
  return mark.startsWith('*') || mark === '~~' || !/[\w/]/.test(before)
}

function closes({ at }: Open, mark: string, index: number, prose: string): boolean {
  if (mark.startsWith('*') || mark === '~~') return true
  if (index - at > LONGEST_WORD) return false
  const between = prose.slice(at + mark.length, index)
  return !/[\s/]/.test(between) && !/[\w/]/.test(prose[index + mark.length] ?? ' ')
}

function isInName({ at }: Open, mark: string, index: number, prose: string): boolean {
  if (!mark.startsWith('*')) return true
  const behind = prose.slice(index + mark.length, index + mark.length + 2)
  // The end of a sentence or a colon behind a label goes on with a space.
  const goesOn = /^[\w-]|^[./:=@][\w-]/.test(behind)
  return goesOn || NAME_CHARACTER.test(prose[at - 1] ?? ' ')
}
