// Completion for the shells that people use, from the same table as the help.
import type { CommandDescription as Command, Option } from './commands/command.ts'

const flags = (options: Readonly<Record<string, Option>>) => Object.keys(options).map((name) => `--${name}`)
const choicesOf = (options: Readonly<Record<string, Option>>) => Object.entries(options).flatMap(([name, { choices }]) => (choices ? [{ name, choices }] : []))
const single = (text: string) => text.replaceAll("'", '’')

function bash(commands: readonly Command[], common: Readonly<Record<string, Option>>, others: readonly string[]): string {
  const cases = commands
    .map(({ name, options, words = [] }) => {
      const values = choicesOf(options).map(
        (option) => `      [ "$previous" = --${option.name} ] && COMPREPLY=($(compgen -W '${option.choices.join(' ')}' -- "$word")) && return`,
      )
      return `    ${name})\n${[...values, `      COMPREPLY=($(compgen -W '${[...words, ...flags(options), ...flags(common)].join(' ')}' -- "$word"));;`].join('\n')}`
    })
    .join('\n')
  return `_tandem() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '${[...commands.map((command) => command.name), ...others].join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases}
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word"));;
  esac
}
complete -F _tandem tandem
`
}

function zsh(commands: readonly Command[], common: Readonly<Record<string, Option>>, others: readonly string[]): string {
  const option = ([name, { type, says, value, choices, multiple }]: [string, Option]) =>
    `'${multiple ? '*' : ''}--${name}[${single(says).replaceAll(/[[\]:]/g, ' ')}]${type === 'boolean' ? '' : `:${value ?? 'VALUE'}:${choices ? `(${choices.join(' ')})` : ''}`}'`
  const cases = commands
    .map(
      ({ name, options, words }) =>
        `    ${name}) _arguments ${[...Object.entries(options), ...Object.entries(common)].map(option).join(' ')} '*: :${words ? `(${words.join(' ')})` : ''}' ;;`,
    )
    .join('\n')
  return `#compdef tandem
_tandem() {
  if (( CURRENT == 2 )); then
    local -a commands=(${[...commands.map(({ name, says }) => `'${name}:${single(says).replaceAll(':', ' ')}'`), ...others.map((name) => `'${name}'`)].join(' ')})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases}
    completion) _values shell bash zsh fish ;;
  esac
}
compdef _tandem tandem
`
}

function fish(commands: readonly Command[], common: Readonly<Record<string, Option>>, others: readonly string[]): string {
  const at = (name: string) => `complete -c tandem -n '__fish_seen_subcommand_from ${name}'`
  const option = (prefix: string, [name, { type, short, says, choices }]: [string, Option]) =>
    `${prefix} -l ${name}${short ? ` -s ${short}` : ''}${type === 'boolean' ? '' : ' -r'}${choices ? ` -fa '${choices.join(' ')}'` : ''} -d '${single(says)}'`
  return `${[
    'complete -c tandem -f',
    ...commands.map(({ name, says }) => `complete -c tandem -n __fish_use_subcommand -a ${name} -d '${single(says)}'`),
    ...others.map((name) => `complete -c tandem -n __fish_use_subcommand -a ${name}`),
    ...commands.flatMap(({ name, options }) => Object.entries(options).map((entry) => option(at(name), entry))),
    ...commands.flatMap(({ name, words }) => (words ? [`${at(name)} -a '${words.join(' ')}'`] : [])),
    ...Object.entries(common).map((entry) => option('complete -c tandem', entry)),
    `${at('completion')} -a 'bash zsh fish'`,
  ].join('\n')}\n`
}

export const shells: Record<string, typeof bash> = { bash, zsh, fish }
