// Saved lists, where they are kept and changed.

export const savedList = {
  more: (name: string) => `Actions for “${name}”`,
  rename: 'Rename',
  newName: (name: string) => `New name for “${name}”`,
  up: 'Move up',
  down: 'Move down',
  asBoard: 'Show as board',
  asList: 'Show as list',
  color: 'Color',
  colors: { none: 'None', red: 'Red', yellow: 'Yellow', green: 'Green', blue: 'Blue', purple: 'Purple' },
  delete: 'Delete list',
}
