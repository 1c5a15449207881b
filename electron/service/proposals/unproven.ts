/** What a card of Review is called that asks whether a task is done although evidence is missing. No tool that an agent can call. */
export const unprovenTool = 'done_unproven'
