// What an operator has locked answers 403 and says so. It is no end: nothing is lost, and clients wait.
import { AppError } from '../../shared/domain/app-error.ts'

export const lockedAccount = (): AppError =>
  new AppError('locked', 'The operator of this cloud has locked this account. Nothing of it is lost. Ask them to unlock it.', { extra: { locked: 'account' } })

export const lockedTeam = (): AppError =>
  new AppError('locked', 'The operator of this cloud has locked this team. Nothing of it is lost. Ask them to unlock it.', { extra: { locked: 'team' } })
