// All commands of the operator, in the order in which the help lists them.
import { auditCommand } from './audit.ts'
import type { Command } from './command.ts'
import { directoryCommands } from './directory.ts'
import { lockCommands } from './locks.ts'

export const commands: readonly Command[] = [...directoryCommands, ...lockCommands, auditCommand]
