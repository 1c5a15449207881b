// The text of a PDF, page by page until there is enough of it. Nothing is drawn and nothing fetched; no font is given to the system, and no code in
// the file runs.
import { getDocumentProxy } from 'unpdf'

const maxPages = 2000

/** `until`: in the time of performance.now(); what was read by then is what there is. */
export async function pdfTextOf(bytes: Uint8Array, maxCharacters: number, until: number): Promise<string> {
  const pdf = await getDocumentProxy(bytes, {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    // What is as large as that in pixels is no text.
    maxImageSize: 1,
    stopAtErrors: false,
  })
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages) && text.length < maxCharacters && performance.now() < until; number++) {
    const page = await pdf.getPage(number)
    const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<{ items: { str?: string; hasEOL?: boolean }[] }>
    while (text.length < maxCharacters && performance.now() < until) {
      const { value, done } = await reader.read()
      if (done) break
      for (const { str = '', hasEOL } of value.items) text += hasEOL ? `${str}\n` : str
    }
    await reader.cancel()
    page.cleanup()
    text += '\n'
  }
  return text.slice(0, maxCharacters)
}
