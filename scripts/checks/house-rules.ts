// Rules of the house that no linter has. Each is a pure function of the files, so that a test can show that it finds what it is for.

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
}

const code = /[.](ts|tsx|mts|mjs|cjs)$/
/** A folder is taken in at a glance: what is more is a subject of its own. */
export const maxFilesInFolder = 22

export function crowdedFolders(files: readonly SourceFile[]): string[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => code.test(path)),
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

/** `any` under another name: what JSON.parse returns is looked into unchecked. */
export function hiddenAny(files: readonly SourceFile[]): string[] {
  return linesOf(files, (line) => /ReturnType<typeof JSON[.]parse>/.test(line)).map((where) => `${where}: an \`any\` in disguise`)
}

function linesOf(files: readonly SourceFile[], isMeant: (line: string) => boolean): string[] {
  return files
    .filter(({ path }) => code.test(path))
    .flatMap(({ path, text }) => text.split('\n').flatMap((line, at) => (isMeant(line) ? [`${path}:${at + 1}`] : [])))
}
