// `node scripts/icons.ts`: the icons with which a phone shows the installed window, drawn from renderer/public/favicon.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '..', 'renderer', 'public')
const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')
// Systems cut a maskable icon to their own shape: it fills the square, and its drawing stays inside the middle.
const square = svg
  .replace(' rx="4.5"', '')
  .replace('viewBox="0 0 16 16"', 'viewBox="-2 -2 20 20"')
  .replace('<rect width="16" height="16"', '<rect x="-2" y="-2" width="20" height="20"')
const icons = [
  { name: '192', size: 192, drawing: svg },
  { name: '512', size: 512, drawing: svg },
  { name: '180', size: 180, drawing: square },
  { name: 'maskable-512', size: 512, drawing: square },
]

const browser = await launchChromium()
try {
  mkdirSync(join(folder, 'icons'), { recursive: true })
  for (const { name, size, drawing } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`)
    writeFileSync(join(folder, 'icons', `${name}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
