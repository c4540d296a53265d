import type { OptionWords, PlaceWords } from './completion-words.ts'

/** A completion script for bash 3.2 or newer. */
export function bashCompletion(places: readonly PlaceWords[]): string {
  const valued = [...new Set(places.flatMap(({ options }) => options.filter(takesValue).flatMap(names)))]
  return `# Completion of docent for bash. Load it with: source <(docent completion bash)
_docent() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" place="" at next
  local -a words=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    next="\${COMP_WORDS[at]}"
    case "$next" in
      ${valued.join(' | ')}) ((at++)) ;;
      -*) ;;
      *) words+=("$next") ;;
    esac
  done
  for next in "\${words[@]}"; do
    case "\${place:+$place }$next" in
      ${places
        .filter(({ path }) => path.length > 0)
        .map(({ path }) => quoted(path.join(' ')))
        .join(' | ')}) place="\${place:+$place }$next" ;;
      *) break ;;
    esac
  done
  local commands="" options="" values=""
  case "$place" in
${places.map(placeCase).join('\n')}
  esac
  if [[ -n "$values" ]]; then
    if [[ "$values" == "*" ]]; then COMPREPLY=(); compopt -o default 2>/dev/null; return 0; fi
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
    if [[ -z "$commands" ]]; then compopt -o default 2>/dev/null; fi
  fi
  return 0
}
complete -F _docent docent
`
}

function placeCase({ path, commands, options, choices }: PlaceWords): string {
  const followers = [...commands.map(({ name }) => name), ...choices].join(' ')
  const valued = options.filter(takesValue)
  const values = valued.map(
    (option) => `        ${names(option).join(' | ')}) values=${quoted(option.values?.join(' ') || '*')} ;;`,
  )
  const before = values.length === 0 ? '' : `\n      case "$before" in\n${values.join('\n')}\n      esac`
  return `    ${quoted(path.join(' '))})
      commands=${quoted(followers)}
      options=${quoted(options.flatMap(names).join(' '))}${before}
      ;;`
}

const takesValue = ({ values }: OptionWords) => values !== undefined
const names = ({ name, short }: OptionWords) =>
  short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
const quoted = (text: string) => `"${text}"`
