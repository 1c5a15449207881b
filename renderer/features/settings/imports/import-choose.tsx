import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { chooseAnother, lookInto } from '../../../data/import-file.ts'
import { m } from '../../../messages/late.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ProblemLine } from '../../../ui/problem-line.tsx'
import { chosenFolder, droppedFiles, fileOfFolder, type Placed } from './import-folder.ts'

const says = m.imports
const kinds = '.jsonl,.ndjson,.json,.csv,.tsv,.txt,.zip,.md'

async function lookIntoFolder(name: string, found: readonly Placed[]): Promise<void> {
  const file = await fileOfFolder(name, found).catch(() => undefined)
  if (file) await lookInto(file)
  else chooseAnother(says.nothingInFolder)
}

async function take(transfer: DataTransfer): Promise<void> {
  // Both are gone after the event: they are asked for at once.
  const [entry, ...more] = [...transfer.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))
  const [file] = transfer.files
  if (more.length > 0) return chooseAnother(says.oneAtATime)
  if (entry?.isDirectory) return lookIntoFolder(entry.name, await droppedFiles(entry).catch(() => []))
  if (file) await lookInto(file)
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Anywhere in the window, whatever this screen shows: a file that misses its place by a little must not be opened instead of Tandem. `isBusy`: one is
 * on its way, and another has to wait.
 */
export function useDrop(isBusy: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      if (isBusy) event.dataTransfer.dropEffect = 'none'
      setOver(!isBusy)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      if (!isBusy) void take(event.dataTransfer)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [isBusy])
  return isOver
}

export function ImportChoose({ problem, isOver }: { problem: string | undefined; isOver: boolean }) {
  const file = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  function chosen({ target }: ChangeEvent<HTMLInputElement>, look: (files: FileList) => Promise<void>) {
    if (target.files && target.files.length > 0) void look(target.files)
    else return
    // The same file once more is a choice, too.
    target.value = ''
  }
  return (
    <div
      className={cx(
        'mt-3 flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center phone:py-5',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <p className="text-read font-medium phone:hidden pointer-coarse:hidden">{isOver ? says.dropNow : says.drop}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" data-first="" onClick={() => file.current?.click()}>
          {says.chooseFile}
        </Button>
        <Button look="outlined" className="pointer-coarse:hidden" title={says.folderHint} onClick={() => folder.current?.click()}>
          {says.chooseFolder}
        </Button>
      </div>
      <p className="text-meta text-quiet pointer-coarse:hidden">{says.folderHint}</p>
      <ProblemLine text={problem ?? ''} />
      <input
        ref={file}
        hidden
        type="file"
        accept={kinds}
        aria-label={says.chooseFile}
        onChange={(event) =>
          chosen(event, async ([first]) => {
            if (first) await lookInto(first)
          })
        }
      />
      <input
        ref={folder}
        hidden
        type="file"
        webkitdirectory=""
        aria-label={says.chooseFolder}
        onChange={(event) =>
          chosen(event, async (files) => {
            const found = chosenFolder(files)
            await lookIntoFolder(found[0]?.path.split('/')[0] ?? '', found)
          })
        }
      />
    </div>
  )
}

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Chooses a folder, with all that is in it. */
    webkitdirectory?: T extends never ? never : string
  }
}
