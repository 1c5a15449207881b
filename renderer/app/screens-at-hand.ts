// What stands around every list, or opens over it at a key. Fetched as one file (screens.tsx).
export { DetailPane } from '../features/detail/detail-pane.tsx'
export { ListMenus } from '../features/list/list-menus.tsx'
export { ThemeMenu } from './frame/theme-menu.tsx'
export { MoreMenu } from './frame/more-menu.tsx'
export { Palette } from '../features/palette/palette.tsx'
export { Shortcuts } from '../features/shortcuts/shortcuts.tsx'
export { PickedBar } from '../features/list/picked-bar.tsx'
