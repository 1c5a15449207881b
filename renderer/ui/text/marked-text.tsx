// Text in which search marked its matches with ⟦ and ⟧.

const marked = /⟦([^⟧]*)⟧/g

export function withoutMarks(text: string): string {
  return text.replaceAll(/[⟦⟧]/g, '')
}

export function MarkedText({ text }: { text: string }) {
  const parts = text.split(marked)
  return parts.map((part, index) => {
    const key = `${index}:${part}`
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}
