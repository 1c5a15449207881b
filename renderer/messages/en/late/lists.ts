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

/** Tasks of a saved list that are put in their order by hand. */
export const byHand = {
  up: 'Move up',
  down: 'Move down',
  moved: (place: number, count: number) => `Moved to ${place} of ${count}`,
  otherOrder: 'Tasks can be moved here when the list is sorted manually',
  sort: 'Sort manually',
  saveFirst: 'Save this list to arrange its tasks by hand',
  keys: 'Move in a manually sorted list',
}
