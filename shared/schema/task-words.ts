// The words for where a task stands and how urgent it is, without the schemas: for who only prints them (the command line).
export const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const
export const priorities = ['low', 'medium', 'high'] as const
export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
