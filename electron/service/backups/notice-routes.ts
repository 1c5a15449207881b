import type { noticeContract } from '../../../shared/contract/notices.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Handlers } from '../../../shared/http/mount.ts'
import type { HttpContext } from '../context.ts'
import { listNotices, removeNotice } from '../db/notices.ts'
import type { Db } from '../db/open.ts'

export function noticeRoutes(db: Db): Handlers<typeof noticeContract, HttpContext> {
  return {
    listNotices: () => listNotices(db),
    removeNotice({ params }) {
      if (!removeNotice(db, params.kind)) throw new AppError('not_found', `There is no notice '${params.kind}'. GET /notices lists them.`)
    },
  }
}
