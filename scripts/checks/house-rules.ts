// Rules of the house that no linter has. Each is a pure function of the files, so that a test can show that it finds what it is for.

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
}

const code = /[.](ts|tsx|mts|mjs|cjs)$/
/** It stands beside what it tests, under the same name. */
const isTest = /^(?!test[/]).*[.]test[.]tsx?$/
/** A folder is taken in at a glance: what is more is a subject of its own. */
export const maxFilesInFolder = 22

export function crowdedFolders(files: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => code.test(path) && !isTest.test(path)),
    ({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/'))),
  )
  return [...folders]
    .filter(([, inIt]) => inIt.length > maxFilesInFolder)
    .map(([folder, inIt]) => `${folder}: ${inIt.length} files with code, at most ${maxFilesInFolder}`)
}

const suppression = /(?:ox|es)lint-disable|biome-ignore|@ts-(?:expect-error|ignore|nocheck)/
/** Of one's own, behind the name of the rule. */
const reason = /(?: -- |: )\S.*/

export function suppressionsWithoutReason(files: readonly SourceFile[]): string[] {
  return linesOf(files, (line) => suppression.test(line) && !reason.test(line.slice(line.search(suppression)))).map(
    (where) => `${where} does not say why it is needed (-- reason)`,
  )
}

const returnsAny = /ReturnType<\s*(?:typeof\s+JSON[.]parse|JSON\['parse'\]|(?:Response|Request|Body)\['json'\])/g

/** `any` under another name: what JSON.parse returns is looked into unchecked. */
export function hiddenAny(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => code.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(returnsAny)].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}: an \`any\` in disguise`),
    )
}

/** Asked of a database, whatever it is called; built; or a statement as text. */
const sql = new RegExp(
  [
    /\b(?:db|database|client|connection)[.](?:prepare|query|exec|pragma)\(/,
    /[.](?:prepare|exec)\(\s*['"`]/,
    /^\s*[.]prepare\(/,
    /\bsqlFor\b|\bsql(?:<[^`]*>)?`/,
    /['"`]\s*(?:SELECT|INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE \w+ SET)\s/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * What is written in SQL besides the stores and the databases themselves, and why. `db/` keeps the files of the databases; the journal is what
 * stores stand on.
 */
const sqlBesides: readonly { path: RegExp; because: string }[] = [
  { path: /^(?:electron[/]service|cloud)[/]db[/]/, because: 'the database itself: its file, its roles, its migrations' },
  { path: /^(?:electron[/]service|cloud)[/]journal[/]/, because: 'the journal is one with its table, and every store writes through it' },
  { path: /^electron[/]service[/]idempotency[/]/, because: 'keys and answers, kept beside the journal' },
  { path: /^shared[/]search[/](?:keywords[/]keyword-(?:file|tables)|short-wal)[.]ts$/, because: 'a database of its own: the index' },
  { path: /^cloud[/](?:key|push[/]vapid)[.]ts$/, because: 'read on a connection of its own, before there is a pool' },
  { path: /^cloud[/]http[/]readiness[.]ts$/, because: 'asks whether the database answers, and nothing of it' },
]

export function sqlOutsideStores(files: readonly SourceFile[]): string[] {
  const where = files.filter(
    ({ path }) =>
      /^(?:electron[/]service|cloud|shared[/]search)[/]/.test(path) &&
      !/-store[.]ts$|[.]test[.]ts$/.test(path) &&
      !sqlBesides.some((one) => one.path.test(path)),
  )
  return linesOf(where, (line) => sql.test(line)).map((line) => `${line}: SQL belongs in a *-store.ts`)
}

function linesOf(files: readonly SourceFile[], isMeant: (line: string) => boolean): string[] {
  return files
    .filter(({ path }) => code.test(path))
    .flatMap(({ path, text }) => text.split('\n').flatMap((line, at) => (isMeant(line) ? [`${path}:${at + 1}`] : [])))
}

/** Two rules of the spec with one number: a test that cites it proves neither. `spec`: docs/spec.md. */
export function rulesNumberedTwice(spec: string): string[] {
  const numbers = [...spec.matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(([, number = '']) => number)
  return numbers.filter((number, i) => numbers.indexOf(number) < i).map((number) => `docs/spec.md: two rules are ${number}`)
}

/** Scripts of package.json that are there twice, as after a merge: npm runs the last one, and says nothing. */
export function scriptsNamedTwice(manifest: string): string[] {
  const scripts = /^ {2}"scripts": \{\n([^}]*)/m.exec(manifest)?.[1] ?? ''
  const names = [...scripts.matchAll(/^ {4}"([^"]+)": /gm)].map(([, name]) => name as string)
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `package.json: "${name}" is there twice`)
}
