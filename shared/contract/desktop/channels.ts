// How the desktop's window and its main process name what they say to each other. Apart from the schemas: the preload must stay small.
export const channelOf = (name: string) => `tandem:${name}`

/** Given to the preload: the only origin that gets the bridge. */
export const originSwitch = '--tandem-origin='
