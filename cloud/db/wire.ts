// The messages of PostgreSQL's extended query protocol that a bundle sends, written one behind the other into one piece of memory.

export interface Statement {
  text: string
  values: readonly unknown[]
  /** Prepared under this name; left out for what is not asked for again. */
  name?: string | undefined
}

/** Names of our own: pg keeps its own book of what it has prepared. */
const nameOf = (name: string | undefined) => (name === undefined ? '' : `b${name}`)

// One at a time is written, and copied when it is complete.
let memory = Buffer.allocUnsafe(65_536)
const maxKept = 1_048_576

export class Packet {
  private length = 0
  private begin = 0

  private room(bytes: number): void {
    if (this.length + bytes <= memory.length) return
    const larger = Buffer.allocUnsafe(Math.max(memory.length * 2, this.length + bytes))
    memory.copy(larger, 0, 0, this.length)
    memory = larger
  }

  /** Begins a message of this kind. */
  open(kind: string): void {
    this.room(5)
    memory[this.length] = kind.charCodeAt(0)
    this.begin = this.length + 1
    this.length += 5
  }

  /** Ends it: its length is known now. */
  close(): void {
    memory.writeInt32BE(this.length - this.begin, this.begin)
  }

  int16(value: number): void {
    this.room(2)
    this.length = memory.writeInt16BE(value, this.length)
  }

  int32(value: number): void {
    this.room(4)
    this.length = memory.writeInt32BE(value, this.length)
  }

  /** Text that ends with a NUL; it must hold none. */
  cstring(text: string): void {
    this.room(3 * text.length + 1)
    this.length += memory.write(text, this.length)
    memory[this.length++] = 0
  }

  /** A value behind its length in bytes. */
  value(value: string | Buffer): void {
    this.room(4 + 3 * value.length)
    const written = typeof value === 'string' ? memory.write(value, this.length + 4) : value.copy(memory, this.length + 4)
    memory.writeInt32BE(written, this.length)
    this.length += 4 + written
  }

  bytes(): Buffer {
    const copy = Buffer.from(memory.subarray(0, this.length))
    if (memory.length > maxKept) memory = Buffer.allocUnsafe(65_536)
    return copy
  }
}

function element(value: unknown): string {
  if (value === null) return 'NULL'
  const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : textOf(value)
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`${Object.prototype.toString.call(value)} is no value for a statement`)
}

export function writeParse(packet: Packet, { name, text }: Statement): void {
  packet.open('P')
  packet.cstring(nameOf(name))
  packet.cstring(text)
  packet.int16(0)
  packet.close()
}

export function writeBind(packet: Packet, { name, values }: Statement): void {
  packet.open('B')
  packet.cstring('')
  packet.cstring(nameOf(name))
  packet.int16(values.length)
  for (const value of values) packet.int16(Buffer.isBuffer(value) ? 1 : 0)
  packet.int16(values.length)
  for (const value of values) {
    if (value === null || value === undefined) packet.int32(-1)
    else packet.value(Buffer.isBuffer(value) ? value : textOf(value))
  }
  // All columns come back as text.
  packet.int16(0)
  packet.close()
}

/** Asks which columns the statement that was just bound gives. */
export function writeDescribe(packet: Packet): void {
  packet.open('D')
  packet.cstring('P')
  packet.close()
}

export function writeExecute(packet: Packet): void {
  packet.open('E')
  packet.cstring('')
  packet.int32(0)
  packet.close()
}

export function writeClose(packet: Packet, name: string): void {
  packet.open('C')
  packet.cstring(`S${nameOf(name)}`)
  packet.close()
}

export function writeSync(packet: Packet): void {
  packet.open('S')
  packet.close()
}
