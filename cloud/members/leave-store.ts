// SQL for what stays of somebody in a team that they leave for good, and nothing else.
import { sql } from 'kysely'
import { sqlFor, type Tx } from '../db/database.ts'

/** As a whole text of JSON, in whatever case it was written. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const names = (column: string, email: string) => sql<boolean>`${sql.ref(column)}::text ~* ${quoted(email)}`

/** The address as a whole text in there is the name. */
const replaced = (column: string, type: 'json' | 'jsonb', email: string, name: string) =>
  sql`regexp_replace(${sql.ref(column)}::text, ${quoted(email)}, ${JSON.stringify(name).replaceAll('\\', '\\\\')}, 'gi')::${sql.raw(type)}`

/** So many events at once: their texts are read through, and no statement may take long. */
export const stretch = 5000

export const leaveStore = {
  /**
   * What tasks were, and what was proposed of them, named the person by the address: in the events from `first` on, a stretch at a time. Returns where the
   * next begins; undefined: that was the last. A contact is the team's own.
   */
  async forgetInEvents(tx: Tx, teamId: string, first: number, email: string, name: string): Promise<number | undefined> {
    for (const column of ['before', 'after'] as const)
      await tx.run(
        sqlFor
          .updateTable('event_queue')
          .set({ [column]: replaced(column, 'jsonb', email, name) })
          .where('team_id', '=', teamId)
          .where('seq', '>=', first)
          .where('seq', '<', first + stretch)
          .where('entity', 'in', ['task', 'proposal'])
          .where(names(column, email)),
      )
    const events = sqlFor.selectFrom('event_queue').select('seq').where('team_id', '=', teamId)
    return (
      await tx.first(
        events
          .where('seq', '>=', first + stretch)
          .orderBy('seq')
          .limit(1),
      )
    )?.seq
  },

  async forgetInProposals(tx: Tx, teamId: string, email: string, name: string): Promise<void> {
    for (const column of ['arguments', 'result'] as const)
      await tx.run(
        sqlFor
          .updateTable('proposals')
          .set({ [column]: replaced(column, 'json', email, name) })
          .where('team_id', '=', teamId)
          .where(names(column, email)),
      )
  },

  /** Whether they are its last owner, and who else is in it. */
  async standing(tx: Tx, teamId: string, userId: string): Promise<{ name: string; isLastOwner: boolean; others: number; isLocked: boolean } | undefined> {
    const members = sqlFor.selectFrom('members').select(['user_id', 'role']).where('team_id', '=', teamId).where('status', '=', 'active')
    const itself = sqlFor
      .selectFrom('teams as t')
      .innerJoin('team_counters as c', 'c.team_id', 't.id')
      .select(['t.name', 'c.locked_at'])
      .where('t.id', '=', teamId)
    const [team, all] = await Promise.all([tx.first(itself), tx.all(members)])
    const me = all.find(({ user_id }) => user_id === userId)
    if (!team || !me) return undefined
    const others = all.filter(({ user_id }) => user_id !== userId)
    return {
      name: team.name,
      isLastOwner: me.role === 'owner' && others.every(({ role }) => role !== 'owner'),
      others: others.length,
      isLocked: team.locked_at !== null,
    }
  },

  /** Mailboxes are the team's: they stay connected, in the name of the owner who is there for longest. */
  handOverMailboxes: (tx: Tx, teamId: string, userId: string) =>
    tx.run(
      sqlFor
        .updateTable('mailboxes')
        .set({
          connected_by: sql<string>`(SELECT user_id FROM members WHERE team_id = ${teamId} AND role = 'owner' AND status = 'active' AND user_id <> ${userId}
            ORDER BY created_at, id LIMIT 1)`,
        })
        .where('team_id', '=', teamId)
        .where('connected_by', '=', userId),
    ),

  /** Who wrote goes on under a name; somebody without one was called by the address. */
  async forgetAddress(tx: Tx, teamId: string, person: { id: string; email: string; memberId: string }, name: string): Promise<void> {
    const { id, email, memberId } = person
    const author = sql<string>`jsonb_build_object('author', jsonb_build_object('kind', 'person', 'name', ${name}::text))`
    const without = (side: 'before' | 'after') =>
      sql<Record<string, unknown> | null>`CASE WHEN entity = 'comment' AND ${sql.ref(side)} #>> '{author,name}' = ${email} THEN ${sql.ref(side)} || ${author}
        WHEN entity = 'member' THEN ${sql.ref(side)} - 'email' ELSE ${sql.ref(side)} END`
    const events = sqlFor.updateTable('event_queue').where('team_id', '=', teamId)
    await tx.run(
      sqlFor
        .updateTable('comments')
        .set({ author_name: name })
        .where('team_id', '=', teamId)
        .where('author_kind', '=', 'person')
        .where('author_name', '=', email),
    )
    await tx.run(
      events
        .set({ before: without('before'), after: without('after') } as never)
        .where((row) =>
          row.or([
            row.and([row('entity', '=', 'member'), row('entity_id', '=', memberId)]),
            row.and([row('entity', '=', 'comment'), row('actor_name', '=', email)]),
          ]),
        ),
    )
    // What they decided or held: shown in rows of its own, and told in events that others may have written.
    for (const [table, column] of [
      ['questions', 'decided_by_name'],
      ['proposals', 'decided_by_name'],
      ['questions', 'asker_name'],
      ['claims', 'holder_name'],
    ] as const)
      await tx.run(
        sqlFor
          .updateTable(table as 'questions')
          .set({ [column]: name })
          .where('team_id', '=', teamId)
          .where(column as 'asker_name', '=', email),
      )
    for (const key of ['decided_by', 'asked_by', 'holder'])
      for (const side of ['before', 'after'] as const) {
        const place = [key, 'name']
        await tx.run(
          events
            .set({ [side]: sql`jsonb_set(${sql.ref(side)}, ${place}::text[], to_jsonb(${name}::text))` })
            .where('entity', 'in', ['question', 'claim', 'proposal'])
            .where(sql<boolean>`${sql.ref(side)} #>> ${place}::text[] = ${email}`),
        )
      }
    await tx.run(events.set({ actor_name: name }).where('principal', '=', `user:${id}`).where('actor_name', '=', email))
  },
}
