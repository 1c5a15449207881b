// What mails do to bytes so that they can travel (base64, quoted-printable), undone piece by piece: a file of any size is decoded in a little memory. Whatever
// is no such text in it is passed over: mails are broken in all ways, and lie.

interface Decoding {
  /** What can be told by now. */
  push(piece: Buffer): Buffer
  end(): Buffer
}

/** Either alphabet. Each `=` ends what came before: some programs put one text behind another. */
export function createBase64Decoding(): Decoding {
  let rest = ''
  const decoded = (text: string) => Buffer.from(text, 'base64')
  return {
    push(piece) {
      const runs = (rest + piece.toString('latin1').replaceAll(/[^A-Za-z0-9+/_=-]/g, '')).split(/=+/)
      const last = runs.pop() as string
      const whole = last.length - (last.length % 4)
      rest = last.slice(whole)
      return Buffer.concat([...runs.map(decoded), decoded(last.slice(0, whole))])
    },
    end: () => decoded(rest),
  }
}

export function fromQuotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte !== 0x3d) {
      out[length++] = byte
      continue
    }
    const next = bytes.toString('latin1', at + 1, at + 3)
    if (/^[\dA-Fa-f]{2}$/.test(next)) {
      out[length++] = Number.parseInt(next, 16)
      at += 2
    } else if (next.startsWith('\r\n')) at += 2
    else if (next.startsWith('\n')) at += 1
    // Else a sign of its own, or the cut end of what was asked for.
    else if (at + 2 < bytes.length) out[length++] = byte
  }
  return out.subarray(0, length)
}

function createQuotedPrintableDecoding(): Decoding {
  let rest: Buffer = Buffer.alloc(0)
  return {
    push(piece) {
      const bytes = Buffer.concat([rest, piece])
      const sign = bytes.lastIndexOf(0x3d)
      // What belongs to a sign at the end may be still to come.
      const cut = sign >= 0 && sign >= bytes.length - 2 ? sign : bytes.length
      rest = bytes.subarray(cut)
      return fromQuotedPrintable(bytes.subarray(0, cut))
    },
    end: () => fromQuotedPrintable(rest),
  }
}

const asItIs = (): Decoding => ({ push: (piece) => piece, end: () => Buffer.alloc(0) })

export async function* withoutTransferEncoding(pieces: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Buffer> {
  const decoding = encoding === 'base64' ? createBase64Decoding() : encoding === 'quoted-printable' ? createQuotedPrintableDecoding() : asItIs()
  for await (const piece of pieces) {
    const decoded = decoding.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
    if (decoded.length > 0) yield decoded
  }
  const end = decoding.end()
  if (end.length > 0) yield end
}
