// For the container image: leaves in package.json only what the cloud imports. The lock file keeps the versions.
import { readFileSync, writeFileSync } from 'node:fs'

const wanted = [
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'ajv',
  'any-ascii',
  'fastify',
  'kysely',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'typebox',
  'uuidv7',
]
const { name, version, type, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const kept = Object.fromEntries(wanted.map((one) => [one, dependencies[one] ?? fail(one)]))
writeFileSync('package.json', `${JSON.stringify({ name, version, private: true, type, dependencies: kept }, null, 2)}\n`)

function fail(one) {
  throw new Error(`package.json has no ${one}`)
}
