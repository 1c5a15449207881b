// Files as strangers make them: whole ones, and such that are meant to break whoever reads them.
import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

interface PdfParts {
  /** One stream for each page; strings are shown in Helvetica. */
  pages: readonly (string | { deflated: Buffer })[]
  trailer?: string
  /** Further objects, after the page's own; their numbers begin where `first` says. */
  more?: (first: number) => readonly string[]
  brokenXref?: boolean
}

const shown = (text: string) => `BT /F1 12 Tf 20 700 Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`

/** A PDF with an xref table that fits, unless a broken one is asked for. */
export function pdfOf({ pages, trailer = '', more = () => [], brokenXref = false }: PdfParts): Buffer {
  const objects: Buffer[] = []
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  objects.push(bytesOf('<< /Type /Catalog /Pages 2 0 R >>'), bytesOf(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`))
  objects.push(bytesOf('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'))
  for (const [at, page] of pages.entries()) {
    objects.push(bytesOf(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`))
    const [content, filter] = typeof page === 'string' ? [bytesOf(shown(page)), ''] : [page.deflated, ' /Filter /FlateDecode']
    objects.push(Buffer.concat([bytesOf(`<< /Length ${content.length}${filter} >>\nstream\n`), content, bytesOf('\nendstream')]))
  }
  objects.push(...more(objects.length + 1).map(bytesOf))
  const parts = [bytesOf('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = (parts[0] as Buffer).length
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    const whole = Buffer.concat([bytesOf(`${at + 1} 0 obj\n`), object, bytesOf('\nendobj\n')])
    parts.push(whole)
    length += whole.length
  }
  const table = offsets.map((offset) => `${String(brokenXref ? offset * 7 : offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    bytesOf(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\n`),
    bytesOf(`startxref\n${brokenXref ? 3 : length}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

/** A page whose content becomes so many megabytes. */
export const pdfBomb = (megabytes: number): Buffer => pdfOf({ pages: [{ deflated: deflateSync(Buffer.alloc(megabytes * 1_048_576, ' '), { level: 9 }) }] })

export const docxOf = (body: string, more: Record<string, string> = {}): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    }),
  )

export const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
