import { hueOf } from './hue.ts'

/** The colour of a label: always the same for the same word. */
export function LabelDot({ label, size = 8 }: { label: string; size?: number }) {
  const hue = hueOf(label)
  return (
    <span
      aria-hidden="true"
      className="inline-block shrink-0 rounded-full"
      style={{ width: size, height: size, background: `light-dark(oklch(62% 0.13 ${hue}), oklch(72% 0.11 ${hue}))` }}
    />
  )
}
