/** The characters between brackets, such as `a-z_`; escapes stand for themselves unless `named` knows them. */
export function classOf(
  written: string,
  named: (name: string) => ((character: string) => boolean) | undefined = () => undefined,
): (character: string) => boolean {
  const isNot = /^[!^]/.test(written)
  const characters = [...written].slice(isNot ? 1 : 0)
  const tests: ((character: string) => boolean)[] = []
  const at = (index: number): [character: string | undefined, next: number] => {
    const escaped = characters[index] === '\\' && index + 1 < characters.length
    return [characters[escaped ? index + 1 : index], index + (escaped ? 2 : 1)]
  }
  for (let index = 0; index < characters.length; ) {
    const known = characters[index] === '\\' ? named(characters[index + 1] ?? '') : undefined
    if (known !== undefined) {
      tests.push(known)
      index += 2
      continue
    }
    const [first = '', next] = at(index)
    if (characters[next] === '-' && next + 1 < characters.length) {
      const [last = '', after] = at(next + 1)
      tests.push((character) => first <= character && character <= last)
      index = after
    } else {
      tests.push((character) => character === first)
      index = next
    }
  }
  return (character) => tests.some((test) => test(character)) !== isNot
}
