// Agents that wrote too much, and what waits after text from outside.

export const brake = {
  wentOn: (agent: string) => `${agent} can write again`,
  kept: (agent: string) => `${agent} keeps proposing`,
  notDecided: 'Couldn’t save your decision.',
}
