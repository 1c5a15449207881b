// The words of the window in the person's language. English for now; another catalogue has the same shape.
import { en } from './messages/en.ts'

export const m = en
export type Messages = typeof en
