import { AppError } from '../../shared/domain/app-error.ts'
import { chooseMailFiles } from '../../shared/domain/mail/mail-file.ts'
import type { MailFile } from '../../shared/schema/files/mail-file.ts'

/** Of a mail's files the one that is asked for. Undefined: there is none such. Throws `too_large` where the mail has too much before it. */
export function fileToTake<F extends MailFile>(files: readonly F[], part: string): F | undefined {
  const found = chooseMailFiles(files).find(({ file }) => file.part === part)
  if (!found || found.file.left_out) return undefined
  if (found.leftOut)
    throw new AppError('too_large', 'Of an email 50 files are kept, none above 25 MB, and no more than 100 MB together. Leave this one out.', {
      extra: { left_out: found.leftOut },
    })
  return found.file
}
