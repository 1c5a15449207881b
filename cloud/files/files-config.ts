// Where files are kept, and how much of them.
import { StartError } from '../start-error.ts'

export interface S3Config {
  /** With the bucket, and a prefix if there is one; without a slash at the end. */
  url: string
  region: string
  keyId: string
  secret: string
}

export interface FilesConfig {
  /** undefined: `files` in the data folder. */
  folder: string | undefined
  s3: S3Config | undefined
  /** Bytes that all files of a team may have together. */
  quota: number
}

type Environment = Readonly<Record<string, string | undefined>>

export function readFilesConfig(env: Environment, quotaMb: number): FilesConfig {
  const { TANDEM_BUCKET_URL: url, TANDEM_BUCKET_REGION: region, TANDEM_BUCKET_KEY_ID: keyId, TANDEM_BUCKET_SECRET: secret } = env
  const quota = quotaMb * 1_048_576
  const folder = env.TANDEM_FILES_DIR
  if (url === undefined) {
    if (keyId !== undefined || secret !== undefined) throw new StartError('TANDEM_BUCKET_KEY_ID and TANDEM_BUCKET_SECRET need TANDEM_BUCKET_URL beside them.')
    return { folder, s3: undefined, quota }
  }
  if (folder !== undefined) throw new StartError('Files are in one place: set TANDEM_FILES_DIR or TANDEM_BUCKET_URL, not both.')
  if (!/^https?:\/\/[^/?#]+(?:\/[^?#]*)?$/.test(url) || /@/.test(url)) throw new StartError('TANDEM_BUCKET_URL must look like https://s3.example.org/bucket.')
  if (keyId === undefined || secret === undefined) throw new StartError('TANDEM_BUCKET_URL needs TANDEM_BUCKET_KEY_ID and TANDEM_BUCKET_SECRET beside it.')
  return { folder: undefined, s3: { url: url.replace(/\/+$/, ''), region: region ?? 'us-east-1', keyId, secret }, quota }
}
