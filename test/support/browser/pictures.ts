// Pictures of the window, compared with those that are kept. Another Chromium draws letters a little differently, so each major version and
// platform has its own set.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const isUpdate = process.env.TANDEM_SNAPSHOTS === 'update'

/** So far (of 255) may a pixel's colour be from the kept one, and so many pixels in a thousand further than that. */
const tolerance = { colour: 40, perMille: 0.4 }

/** So often in a row a page that is not as it is kept must look the same before it is taken for what it is. */
const enoughSame = 8

export interface Pictures {
  /** Why nothing can be compared here; undefined: it can. */
  reason: string | undefined
  /** Undefined when the page looks as it is kept, else what differs and where to look. */
  compare(page: Page, name: string): Promise<string | undefined>
}

export function keptPictures(chromium: string): Pictures {
  const set = `chromium-${chromium.split('.')[0]}-${process.platform}`
  const kept = join(import.meta.dirname, '..', '..', 'snapshots', set)
  return {
    reason: isUpdate || existsSync(kept) ? undefined : `no pictures are kept for ${set}; \`npm run snapshots\` makes them`,
    async compare(page, name) {
      const file = join(kept, `${name}.png`)
      const before = existsSync(file) ? readFileSync(file) : undefined
      const shot = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
      await page.evaluate('document.fonts.ready')
      // What is still being read comes in a moment: until the page looks as it should, or has looked the same for a while.
      let now = await shot()
      let found = before && (await differing(page, before, now))
      for (let same = 0; same < enoughSame && !(found !== undefined && found <= tolerance.perMille); ) {
        const next = await shot()
        same = next.equals(now) ? same + 1 : 0
        now = next
        found = before && (await differing(page, before, now))
      }
      // What is within the tolerance stays as it is: an update shows only what changed.
      if (found !== undefined && found <= tolerance.perMille) return undefined
      if (isUpdate) {
        mkdirSync(kept, { recursive: true })
        writeFileSync(file, now)
        return undefined
      }
      const actual = join(tmpdir(), `tandem-${name}.png`)
      writeFileSync(actual, now)
      const what =
        found === undefined ? 'is not kept' : found === Number.POSITIVE_INFINITY ? 'has another size' : `differs in ${found.toFixed(2)} of 1000 pixels`
      return `${name} ${what}. Look at ${actual} beside ${file}; when it is as it should be: npm run snapshots`
    },
  }
}

/** How many pixels in a thousand differ; Infinity when the sizes do. The browser itself reads the pictures. */
async function differing(page: Page, before: Buffer, now: Buffer): Promise<number> {
  const permille = await page.evaluate<number>(`(${countInPage})('${before.toString('base64')}', '${now.toString('base64')}', ${tolerance.colour})`)
  return permille < 0 ? Number.POSITIVE_INFINITY : permille
}

const countInPage = `async (one, other, colour) => {
  const pixels = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.width !== b.width || a.height !== b.height) return -1;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const far = (channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > colour;
    if (far(0) || far(1) || far(2)) count++;
  }
  return (count * 1000) / (a.width * a.height);
}`
