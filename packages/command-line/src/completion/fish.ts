import type { OptionWords, PlaceWords } from './completion-words.ts'

/** A completion script for fish 3 or newer. */
export function fishCompletion(places: readonly PlaceWords[]): string {
  const valued = places.flatMap(({ options }) => options.filter(({ values }) => values !== undefined))
  const names = [
    ...new Set(valued.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])])),
  ]
  return `# Completion of docent for fish. Load it with: docent completion fish | source
function __docent_at
    set -l skip 0
    set -l words
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- $word ${names.join(' ')}
            set skip 1
        else if not string match -q -- '-*' $word
            set -a words $word
        end
    end
    set -l place
    for word in $words
        set -l next (string join ' ' $place $word)
        contains -- $next ${places
          .filter(({ path }) => path.length > 0)
          .map(({ path }) => quoted(path.join(' ')))
          .join(' ')}
        or break
        set -a place $word
    end
    test "$(string join ' ' $place)" = "$argv[1]"
end

complete -c docent -f
${places.flatMap(placeLines).join('\n')}
`
}

function placeLines({ path, commands, options, choices }: PlaceWords): string[] {
  const head = `complete -c docent -n ${quoted(`__docent_at ${quoted(path.join(' '))}`)}`
  const isFree = commands.length === 0 && choices.length === 0 && path.length > 0
  return [
    ...commands.map(({ name, description }) => `${head} -a ${quoted(name)} -d ${quoted(description)}`),
    ...choices.map((choice) => `${head} -a ${quoted(choice)}`),
    ...(isFree ? [`${head} -F`] : []),
    ...options.map((option) => `${head} ${optionFlags(option)}`),
  ]
}

function optionFlags({ name, short, description, values }: OptionWords): string {
  const flags = [`-l ${name}`, ...(short === undefined ? [] : [`-s ${short}`]), `-d ${quoted(description)}`]
  if (values !== undefined) flags.push(values.length === 0 ? '-r' : `-x -a ${quoted(values.join(' '))}`)
  return flags.join(' ')
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
