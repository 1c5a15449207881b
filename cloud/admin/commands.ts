// All commands of the operator, in the order in which the help lists them.
import { auditCommand } from './audit.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { deletionCommands } from './deletions.ts'
import { directoryCommands } from './directory.ts'
import { lockCommands } from './locks.ts'
import { moveTeamCommand } from './move/move-team.ts'
import { quotaCommands } from './quotas/quotas.ts'
import { resendCommands } from './resend.ts'
import { revokeCommand } from './revoke.ts'
import { rotateCommand } from './keys/rotate.ts'

export const commands: readonly Command[] = [
  ...directoryCommands,
  ...lockCommands,
  ...quotaCommands,
  ...deletionCommands,
  ...resendCommands,
  revokeCommand,
  moveTeamCommand,
  rotateCommand,
  checkCommand,
  auditCommand,
]
