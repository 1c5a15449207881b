// Where the sealed bytes of files are.
import type { FileObject } from './sealed-file.ts'

/** A file that is on this machine's disk, sealed, on its way. */
export interface Spooled {
  path: string
  bytes: number
  /** SHA-256 of what is on the disk, in hexadecimal. */
  sum: string
}

export interface FilePlace {
  /** Where files on their way are kept meanwhile. */
  spoolFolder: string
  /** On its disk once this resolves. It may take the spooled file away. */
  put(to: FileObject, from: Spooled): Promise<void>
  /** Undefined: it is not there. */
  read(from: FileObject): Promise<AsyncIterable<Uint8Array> | undefined>
  has(one: FileObject): Promise<boolean>
  /** Also where there is none. */
  remove(one: FileObject): Promise<void>
}
