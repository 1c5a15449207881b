// The files of a mail from its parts as the server lists them, without reading one.
import type { MessageStructureObject } from 'imapflow'
import { isUnseenPart, maxToldFiles, nameOfPart } from '../../domain/mail/mail-file.ts'
import type { MailFile } from '../../schema/files/mail-file.ts'

export interface FilePart extends MailFile {
  /** How its bytes are written, in small letters. */
  encoding: string
}

const maxDepth = 20
const longestName = 1000

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
/** The end is what says what it is. */
const short = (name: string) => clean(name.length > longestName ? name.slice(-longestName) : name)

function idOf(id: string | undefined): string | null {
  const bare = clean(id ?? '')
    .trim()
    .replace(/^</, '')
    .replace(/>$/, '')
  return bare !== '' && bare.length <= 900 ? bare : null
}

/** In a mail base64 has lines of 76 signs with two that end them. Rather too little than too much: who reads it counts. */
const decodedSize = (size: number, encoding: string) => (encoding === 'base64' ? Math.floor((size * 57) / 78) : size)

function fileOf(node: MessageStructureObject): FilePart | undefined {
  const { type, parameters = {}, dispositionParameters = {}, disposition, size } = node
  const named = (dispositionParameters.filename ?? '').trim() || (parameters.name ?? '').trim()
  const isText = (type === 'text/plain' || type === 'text/html') && named === '' && disposition !== 'attachment'
  if (isText || isUnseenPart(type)) return undefined
  const encoding = (node.encoding ?? '7bit').toLowerCase()
  return {
    part: node.part ?? '1',
    name: short(named || nameOfPart(type, type === 'message/rfc822' ? node.envelope?.subject : '')),
    bytes: typeof size === 'number' && size >= 0 ? decodedSize(size, encoding) : null,
    content_id: idOf(node.id),
    encoding,
  }
}

function* leavesOf(node: MessageStructureObject, depth = 0): Generator<MessageStructureObject> {
  // A mail that is attached is one file, whatever is in it.
  if (!node.childNodes || node.type === 'message/rfc822') yield node
  else if (depth < maxDepth) for (const child of node.childNodes) yield* leavesOf(child, depth + 1)
}

/** In their order, as many as anybody is told of. */
export function filePartsOf(structure: MessageStructureObject | undefined): FilePart[] {
  const files: FilePart[] = []
  if (!structure) return files
  for (const leaf of leavesOf(structure)) {
    const file = fileOf(leaf)
    if (file && files.push(file) >= maxToldFiles) break
  }
  return files
}

export const toldFile = ({ part, name, bytes, content_id }: FilePart): MailFile => ({ part, name, bytes, content_id })
