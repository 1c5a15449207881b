// The words of evidence, for whoever needs no schemas.

/** `ran`: by `tandem prove` itself; `ci`: sent by a CI job; `claimed`: somebody says so. */
export const evidenceKinds = ['ran', 'ci', 'claimed'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

export const evidenceStates = ['valid', 'stale', 'failed', 'changed_tree', 'no_tree', 'claimed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** How much of the end of the output is kept, in characters. */
export const maxOutput = 8192

/** The longest command that can be recorded: so many words, each of so many characters. */
export const maxCommandWords = 500
export const maxCommandWord = 8000
