import { valuesUnder } from './located-value.ts'
import { readScript, type Texts } from './read-script.ts'
import { type Literal, toLiteral } from './to-literal.ts'

/** The literal that a configuration file exports; what is code in it is left out, and nothing is ever run. */
export function readExported(file: string, texts: Texts): Literal {
  return toLiteral(readScript(file, texts.get(file) ?? '', texts))
}

/** The value of a key wherever it stands in what a file exports; undefined when it is no literal. */
export function readKey(file: string, texts: Texts, key: string): Literal {
  const [found] = valuesUnder(readScript(file, texts.get(file) ?? '', texts), key)
  return toLiteral(found)
}
