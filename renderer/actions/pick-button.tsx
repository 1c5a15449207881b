import type { ReactNode } from 'react'
import { askFor, type PickerKind } from './requests.ts'

interface PickButtonProps {
  picker: PickerKind
  taskId: number
  name: string
  title?: string | undefined
  className?: string
  children: ReactNode
}

/** A value of the open task: it opens its picker, which the key of the action puts here, too. */
export function PickButton({ picker, taskId, name, title, className, children }: PickButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-haspopup="dialog"
      title={title}
      data-pick={picker}
      className={className}
      onClick={({ currentTarget }) => askFor(picker, [taskId], currentTarget)}
    >
      {children}
    </button>
  )
}
