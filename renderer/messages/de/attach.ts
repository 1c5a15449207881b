import type { attach as english } from '../en/attach.ts'

export const attach: typeof english = {}
