// Signs the manifests of a release: node scripts/packaging/sign-update.mjs dist/latest-linux.yml … writes latest-linux.yml.minisig beside each. The secret key (PKCS #8,
// PEM) comes from TANDEM_UPDATE_SECRET, or from the file that TANDEM_UPDATE_SECRET_FILE names; it never lies in the repository.
// node scripts/packaging/sign-update.mjs --new-key FILE makes one: FILE holds the secret, electron/update-key.pub the public half that packages bring along.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPublicKey, signContent, verifyContent, writePublicKey } from '../../electron/main/updates/minisign.ts'
import { commentOf } from '../../electron/main/updates/signed-manifest.ts'

const publicFile = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'electron', 'update-key.pub')

function end(text) {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

function makeKey(file) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    end(`${file} was not written: ${error.code === 'EEXIST' ? 'it exists already. A key that was used must be kept.' : error.message}`)
  }
  writeFileSync(publicFile, writePublicKey({ id: randomBytes(8), key: publicKey }))
  process.stdout.write(`The secret key is in ${file}: keep it, and keep it out of the repository. Commit ${publicFile}.\n`)
}

function readSecret() {
  const { TANDEM_UPDATE_SECRET: text, TANDEM_UPDATE_SECRET_FILE: file } = process.env
  if (!text && !file) end('Set TANDEM_UPDATE_SECRET to the secret key, or TANDEM_UPDATE_SECRET_FILE to the file that holds it.')
  return createPrivateKey(text || readFileSync(file, 'utf8'))
}

const [first, ...rest] = process.argv.slice(2)
if (first === undefined) end('Name the manifests to sign, or --new-key FILE.')
else if (first === '--new-key') {
  if (rest.length !== 1) end('--new-key takes the file that is to hold the secret key.')
  makeKey(rest[0])
} else {
  const own = readPublicKey(process.env.TANDEM_UPDATE_KEY ?? readFileSync(publicFile, 'utf8'))
  const secret = readSecret()
  const isPair = createPublicKey(secret)
    .export({ format: 'der', type: 'spki' })
    .equals(own.key.export({ format: 'der', type: 'spki' }))
  if (!isPair) end('The secret key is not that of electron/update-key.pub: no Tandem would take what it signs.')
  for (const file of [first, ...rest]) {
    const content = readFileSync(file)
    const signature = signContent(content, secret, own.id, commentOf(basename(file), new Date()))
    verifyContent(content, signature, own)
    writeFileSync(`${file}.minisig`, signature)
    process.stdout.write(`${file}.minisig\n`)
  }
}
