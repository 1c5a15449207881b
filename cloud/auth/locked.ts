// What an operator has locked answers 403 and says so. It is no end: nothing is lost, and clients wait.
import { AppError } from '../../shared/domain/app-error.ts'

export const lockedAccount = (): AppError =>
  new AppError('locked', 'The operator of this cloud has locked this account. Nothing of it is lost. Ask them to unlock it.', { extra: { locked: 'account' } })

export const lockedTeam = (): AppError =>
  new AppError('locked', 'The operator of this cloud has locked this team. Nothing of it is lost. Ask them to unlock it.', { extra: { locked: 'team' } })

/** It is in another cell, or on its way: whoever tries again gets there. */
export const elsewhere = (): AppError =>
  new AppError('storage_unavailable', 'This team is being moved to another server. Nothing was changed. Send the same again in a moment.', {
    extra: { retry_after: 1 },
  })
