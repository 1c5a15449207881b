// Files of teams: taking them in, handing them out, and letting them go.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '../app-options.ts'
import { mountFiles } from '../files/file-routes.ts'
import { createFileTexts } from '../files/file-texts.ts'
import { createFileSweep } from '../files/file-sweep.ts'
import { createFiles } from '../files/files.ts'
import { createFolderPlace } from '../files/folder-place.ts'
import { createS3Place } from '../files/s3-place.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Mounting } from './mounting.ts'

const hour = 3_600_000

export function createFileModule({ db, journal, failed }: Infrastructure, options: AppOptions) {
  const { folder, s3, quota } = options.files
  const place = s3 ? createS3Place(s3, join(options.filesFolder, 'incoming')) : createFolderPlace(folder ?? options.filesFolder)
  const onError = failed('keeping files')
  const times = { lookEvery: 30_000, graceMs: 30 * 24 * hour, checkEveryMs: 6 * hour, pendingMs: hour, ...options.fileTimes }
  const sweep = createFileSweep({ db, journal, place, onError, ...times })
  const texts = createFileTexts({ db, journal, place, key: options.key, lookEvery: times.lookEvery, onError })
  const files = createFiles({ journal, place, key: options.key, quota, added: texts.wake, dropped: sweep.wake, onError })
  return {
    files,
    tidy: sweep.tidy,
    mount: (app: FastifyInstance, mounting: Mounting): void => mountFiles(app, files, mounting),
    close: async (): Promise<void> => {
      await Promise.all([sweep.close(), texts.close()])
    },
  }
}
