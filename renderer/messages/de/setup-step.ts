// What to do with the setup of an agent: the service says it in English, as the command line does.
const said: [RegExp, string][] = [
  [/^Run once .*$/, 'Einmal ausführen (mit --scope user für alle deine Projekte):'],
  [/^or, so that Tandem is started.*$/, 'oder so, dass Tandem gestartet wird, wenn es nicht läuft:'],
  [/^Put into ([^\s:]+)/, 'In $1 eintragen'],
  [/\(or (\S+) of one project\)/, '(oder in $1 eines Projekts)'],
  [/\(or run "([^"]+)" for all projects\)/, '(oder „$1“ für alle Projekte)'],
  [/\(or run: /, '(oder ausführen: '],
  [/, then restart Claude Desktop/, ', dann Claude Desktop neu starten'],
]

export const setupStep = (say: string): string => said.reduce((text, [pattern, german]) => text.replace(pattern, german), say)
