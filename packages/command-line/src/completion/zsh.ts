import type { OptionWords, PlaceWords } from './completion-words.ts'

/** A completion script for zsh: sourced, or as `_docent` in a folder of `fpath`. */
export function zshCompletion(places: readonly PlaceWords[]): string {
  return `#compdef docent
# Completion of docent for zsh. Load it with: source <(docent completion zsh)
${places.map(placeFunction).join('\n')}
if [[ "$funcstack[1]" == _docent ]]; then
  _docent "$@"
elif (( $+functions[compdef] )); then
  compdef _docent docent
fi
`
}

function placeFunction(place: PlaceWords): string {
  const { path, commands, options, choices } = place
  const specs = options.flatMap(optionSpecs).map((spec) => `    ${spec} \\`)
  if (commands.length === 0) {
    const rest = choices.length === 0 ? "'*: :_files'" : `${quoted(`1: :(${choices.join(' ')})`)}`
    return `${functionName(path)}() {
  _arguments -s \\
${specs.join('\n')}
    ${rest}
}`
  }
  return `${functionName(path)}() {
  local line state
  _arguments -C \\
${specs.join('\n')}
    '1: :->command' \\
    '*::arg:->rest'
  case $state in
    command)
      local -a commands
      commands=(
${commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`).join('\n')}
      )
      _describe 'command' commands
      ;;
    rest)
      case $line[1] in
${commands.map(({ name }) => `        ${name}) ${functionName([...path, name])} ;;`).join('\n')}
      esac
      ;;
  esac
}`
}

/** \`--project[Id of the project]:value:\`, once for each name. */
function optionSpecs({ name, short, description, values }: OptionWords): string[] {
  const value = values === undefined ? '' : values.length === 0 ? ':value:' : `:value:(${values.join(' ')})`
  const text = `[${description.replace(/[[\]\\:]/g, '\\$&')}]${value}`
  const spec = (option: string) => quoted(`${option}${text}`)
  return short === undefined ? [spec(`--${name}`)] : [spec(`--${name}`), spec(`-${short}`)]
}

const functionName = (path: readonly string[]) =>
  ['_docent', ...path.map((part) => part.replace(/\W/g, '_'))].join('_')
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
