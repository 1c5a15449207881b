// Writes docs/openapi.json and docs/cloud-openapi.json from the contracts; with --check only says whether the committed ones are still true.
import { readFileSync, writeFileSync } from 'node:fs'
import { cloudContract, cloudPrefix } from '../shared/contract/cloud/cloud.ts'
import { apiInfo, cloudInfo } from '../shared/contract/info.ts'
import { localContract } from '../shared/contract/local.ts'
import { openapi } from '../shared/http/openapi.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const documents = {
  'openapi.json': openapi({ ...apiInfo, version }, localContract),
  'cloud-openapi.json': openapi({ ...cloudInfo, version }, cloudContract, cloudPrefix),
}

for (const [name, document] of Object.entries(documents)) {
  const file = new URL(`../docs/${name}`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} differs from the contract: run \`npm run openapi\` and commit the file.`)
    process.exitCode = 1
  }
}
