/** The person in front of this machine. The cloud knows people by name. */
export const localPerson = { kind: 'person', name: 'person' } as const
