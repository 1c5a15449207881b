export const apiInfo = {
  title: 'Tandem',
  description: 'One task list that people and AI agents share. Every write is in the journal and can be undone.',
}

export const cloudInfo = {
  title: 'Tandem Cloud',
  description: 'Teams that share their tasks. Sign in for a session, or send an API token as bearer with X-Team-Id.',
}
