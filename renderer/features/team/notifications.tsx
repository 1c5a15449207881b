import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '../../../shared/schema/cloud/device.ts'
import { type NotificationEvent, notificationEvents, type NotificationPreference } from '../../../shared/schema/cloud/notification.ts'
import { deviceName, devices } from '../../data/reminders/devices.ts'
import { choiceOf } from '../../data/reminders/preference-rows.ts'
import { prefer, preferences } from '../../data/reminders/preferences.ts'
import { team as says } from '../../messages/team.ts'
import { Asked } from './asked.tsx'
import { Deliveries } from './deliveries.tsx'
import { Group } from './group.tsx'
import type { PartProps } from './part-props.ts'

const words = says.notifications

export function Notifications({ team, user, nav }: PartProps) {
  const rows = useQuery(preferences)
  const { data: known = [] } = useQuery({ ...devices, enabled: rows.isSuccess })
  return (
    <>
      <Group text={words.text}>
        <Asked query={rows} part="notifications">
          {(own) => (
            <>
              <Choices rows={own} devices={known} />
              {known.length === 0 && <p className="mt-2 text-meta text-quiet">{words.noDevices}</p>}
            </>
          )}
        </Asked>
      </Group>
      <Deliveries teamId={team.id} userId={user?.id} nav={nav} />
    </>
  )
}

function Choices({ rows, devices: known }: { rows: readonly NotificationPreference[]; devices: readonly Device[] }) {
  const columns = [{ id: null, name: words.all }, ...known.map((device) => ({ id: device.id, name: deviceName(device) }))]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div tabIndex={0} role="region" aria-label={words.matrix} className="mt-3 overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky start-0 bg-surface px-3.5 py-2 text-start text-meta font-medium text-muted">
              {words.event}
            </th>
            {columns.map(({ id, name }) => (
              <th key={id ?? ''} scope="col" className="max-w-32 min-w-20 px-2 py-2 text-center align-bottom text-meta font-medium text-muted">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationEvents.map((event) => (
            <tr key={event} className="border-b border-line last:border-b-0">
              <th scope="row" className="sticky start-0 min-w-28 bg-surface px-3.5 py-1 text-start font-medium">
                {words.events[event]}
              </th>
              {columns.map(({ id, name }) => (
                <td key={id ?? ''} className="px-2 text-center">
                  <Choice rows={rows} event={event} deviceId={id} name={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ChoiceProps {
  rows: readonly NotificationPreference[]
  event: NotificationEvent
  deviceId: string | null
  name: string
}

function Choice({ rows, event, deviceId, name }: ChoiceProps) {
  const { enabled, isOwn } = choiceOf(rows, event, deviceId)
  // The cache tells its readers a moment later; the box shows at once what was chosen.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  return (
    <label className="relative inline-grid size-[max(32px,var(--tap))] place-items-center" title={isOwn ? words.own : undefined}>
      <input
        type="checkbox"
        checked={chosen ?? enabled}
        aria-label={`${words.cell(words.events[event], name)}${isOwn ? `, ${words.own}` : ''}`}
        className="size-4 accent-accent focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent phone:size-5"
        onChange={({ target }) => {
          setChosen(target.checked)
          void prefer(event, deviceId, target.checked).finally(() => setChosen(undefined))
        }}
      />
      {isOwn && <span aria-hidden="true" className="absolute end-0.5 top-0.5 size-1.5 rounded-full bg-accent phone:end-1.5 phone:top-1.5" />}
    </label>
  )
}
