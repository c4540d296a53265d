import type { LanguageWords } from './language-words.ts'

export const GO: LanguageWords = {
  names: 'go golang',
  family: 'other',
  words: `break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var append cap close complex copy delete len make new panic print println real
    recover any bool byte error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64
    true false nil iota main`,
  callsByPackage: true,
  globals: `fmt os io log http json time strings strconv errors context sync bytes bufio filepath path sort math ioutil url
    testing reflect regexp rand sql template err`,
  members:
    'Error String Close Read Write Println Printf Sprintf Fatal Fatalf Err Done Lock Unlock Add Wait Background',
}
