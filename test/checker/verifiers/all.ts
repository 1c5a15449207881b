import type { Verifier } from '../evidence.ts'
import { noticed, streams } from './streams.ts'
import { claims, desktops, questions, reads, sends } from './work.ts'
import { acknowledged, numbers, once } from './writes.ts'

export const verifiers: readonly Verifier[] = [acknowledged, once, numbers, streams, noticed, claims, questions, reads, sends, desktops]
