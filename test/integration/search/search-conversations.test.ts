// Messages are found by their meaning too, and the calibrated duplicates decide whether a mail is news.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail, message, openTalks, type Talks } from '../../support/mail/conversations.ts'
import { eventually } from '../../support/eventually.ts'
import { clientOf } from '../../support/service/search-service.ts'

let talks: Talks
let search: ReturnType<typeof clientOf>
beforeAll(async () => {
  talks = await openTalks()
  search = clientOf(talks.url)
})
afterAll(() => talks.close())

const byMeaning = async (q: string) => (await search.search(q, '&mode=semantic')).body.map((hit) => hit.id)

it('[V4] a task is found by what its messages mean, and no longer when they are gone', async () => {
  for (const title of ['Order paper for the printer', 'Water the plants', 'Book a train to Lisbon']) await search.create(title)
  const conversation = mail('Room 12', message('See below.'))
  const id = (await talks.takeIn(conversation)).body.outcomes[0]?.task_id as number
  const taken = (await talks.takeIn({ ...conversation, messages: [message('Colleagues cannot sign in to their computers since the password change.')] })).body
  const [comment] = await talks.comments(id)
  await talks.ask('DELETE', `/tasks/${id}/comments/${comment?.id}`)
  await search.settled()
  // What was embedded reaches the thread that searches a moment after it is counted.
  await eventually(async () => (await byMeaning('authentication problem'))[0] === id)
  await talks.ask('DELETE', `/conversations/${taken.id}`)
  await search.settled()
  await eventually(async () => !(await byMeaning('authentication problem')).includes(id))
})

it('[V7] the same report in other words is added to its task or asked about; another one is a new task', async () => {
  const { id } = await search.create('Elevator in the main building is stuck between floors', {
    description: 'Since this morning the lift does not move, people have to take the stairs.',
  })
  await search.settled()
  const same = (
    await talks.takeIn(
      mail('Lift is stuck in the main building', message('The elevator is stuck between two floors since this morning, we have to take the stairs.')),
    )
  ).body.outcomes[0]
  expect(['updated', 'proposed']).toContain(same?.outcome)
  expect(same?.task_id).toBe(id)
  const other = (await talks.takeIn(mail('Vegetarian menu for the canteen', message('Could we have a vegetarian dish every day?')))).body.outcomes[0]
  expect(other?.outcome).toBe('created')
})
