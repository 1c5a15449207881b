// Was zeigt, dass eine Aufgabe erledigt ist.
import type { evidence as english } from '../en/evidence.ts'

export const evidence: typeof english = {}
