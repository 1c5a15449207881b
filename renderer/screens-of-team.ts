// What only the cloud has, once somebody is signed in. Fetched as one file (screens.tsx).
export { TeamMenu } from './features/account/team-menu.tsx'
export { AccountSettings } from './features/account/account-settings.tsx'
export { CloudBanner } from './features/account/cloud-banner.tsx'
export { TeamView } from './features/team/team-view.tsx'
