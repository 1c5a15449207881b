// The screens beside the list. Fetched as one file (screens.tsx).
export { TodayView } from '../features/today/today-view.tsx'
export { BoardView } from '../features/board/board-view.tsx'
export { PeopleView } from '../features/people/people-view.tsx'
export { ActivityView } from '../features/activity/activity-view.tsx'
export { ReviewView } from '../features/review/review-view.tsx'
export { SettingsView } from '../features/settings/settings-view.tsx'
