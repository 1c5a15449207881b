// A folder as one file: an export of Tandem is its list, beads have one file in a project, a project of Backlog.md is zipped here. Only what an import reads is taken.
const tasks = /(?:^|\/)(?:tasks|completed|drafts)\/[^/.][^/]*\.md$/
const never = new Set(['node_modules', '.git', 'archive'])

export interface Placed {
  /** With the folder's own name first. */
  path: string
  file: File
}

/** Undefined: there is nothing in it that an import reads. */
export async function fileOfFolder(name: string, found: readonly Placed[]): Promise<File | undefined> {
  const list = found.find(({ path }) => path === `${name}/tandem.jsonl`)
  if (list) return list.file
  const beads = ['.beads/issues.jsonl', '.beads/beads.jsonl']
    .map((path) => found.find((one) => one.path === `${name}/${path}` || one.path === path))
    .find(Boolean)
  if (beads && (beads.path.startsWith(`${name}/`) || name === '.beads')) return beads.file
  const wanted = found.filter(({ path }) => tasks.test(path) && !path.split('/').some((part) => never.has(part)))
  if (wanted.length === 0) return undefined
  const { zipSync } = await import('fflate')
  const texts = await Promise.all(wanted.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const))
  return new File([zipSync(Object.fromEntries(texts), { level: 0 })], `${name}.zip`, { type: 'application/zip' })
}

/** From `<input webkitdirectory>`. */
export const chosenFolder = (files: FileList): Placed[] => [...files].map((file) => ({ path: file.webkitRelativePath, file }))

/** What was dropped: the files of a folder, or a file. */
export async function droppedFiles(entry: FileSystemEntry): Promise<Placed[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (never.has(entry.name)) return []
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  for (;;) {
    // A reader gives a hundred at a time, and only one after the other.
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (more.length === 0) break
    inside.push(...more)
  }
  return (await Promise.all(inside.map(droppedFiles))).flat()
}
