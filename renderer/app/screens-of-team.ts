// What there is with a team: in the cloud once somebody is signed in, on a desktop that is connected. Fetched as one file (screens.tsx).
export { TeamMenu } from '../features/account/team-menu.tsx'
export { AccountSettings } from '../features/account/account-settings.tsx'
export { CloudBanner } from '../features/account/cloud-banner.tsx'
export { TeamView } from '../features/team/team-view.tsx'
