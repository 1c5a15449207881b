/** Tandem has one assignee: the first. Who else there is stays as a line of the description. */
export function assignedTo(people: readonly string[]): { assignee: string | undefined; others: string | undefined } {
  const [assignee, ...others] = people.map((name) => name.replace(/^@/, '').trim()).filter((name) => name !== '')
  return { assignee, others: others.join(', ') || undefined }
}
