// Files that must be read at once: JSON documents and zips. Large lists have streaming formats: JSON Lines and CSV.
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { unzipSync } from 'fflate'
import { UnusableFile } from './unusable-file.ts'

const largest = 128 * 1_048_576
/** What unpacks to more than `roomyZip` bytes and more than so many times its size is a bomb: real exports shrink to a tenth or so. */
const largestRatio = 100
const roomyZip = 16 * 1_048_576
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString('en')} MB`

async function readBytes(file: string): Promise<Buffer> {
  const { size } = await stat(file)
  if (size > largest)
    throw new UnusableFile(
      `${basename(file)} has ${megabytes(size)}: too large to read at once (at most ${megabytes(largest)}). Convert it to JSON Lines (one object per line) or CSV, which have no limit.`,
    )
  return readFile(file)
}

export function decode(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw new UnusableFile(`${name} is not valid UTF-8. Save it again as UTF-8, then import that.`)
  return bytes.toString('utf8').replace(/^\u{feff}/u, '')
}

export const readText = async (file: string): Promise<string> => decode(await readBytes(file), basename(file))

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnusableFile(`${name} is not valid JSON: ${(error as Error).message}. Is it incomplete? Export it again.`)
  }
}

/** The files of a zip whose names fit, by name. */
export async function readZip(file: string, wanted: (name: string) => boolean): Promise<Map<string, Buffer>> {
  const name = basename(file)
  const bytes = await readBytes(file)
  let total = 0
  try {
    const found = unzipSync(bytes, {
      filter(entry) {
        if (!wanted(entry.name)) return false
        total += entry.originalSize
        if (total > largest || (total > roomyZip && total > largestRatio * bytes.length))
          throw new UnusableFile(`${name} unpacks to ${megabytes(total)} or more, which is too large to read at once. Unpack it and import the file you want.`)
        return true
      },
    })
    return new Map(Object.entries(found).map(([path, content]) => [path, Buffer.from(content.buffer, content.byteOffset, content.byteLength)]))
  } catch (error) {
    if (error instanceof UnusableFile) throw error
    throw new UnusableFile(`${name} is a damaged zip (${(error as Error).message}). Is the download incomplete? Export or download it again.`)
  }
}

export async function namesInZip(file: string): Promise<string[]> {
  const names: string[] = []
  await readZip(file, (name) => {
    names.push(name)
    return false
  })
  return names
}
