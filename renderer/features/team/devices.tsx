import { useQuery } from '@tanstack/react-query'
import { Globe, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Device } from '../../../shared/schema/cloud/device.ts'
import { deviceName, devices, removeDevice, sendTest } from '../../data/reminders/devices.ts'
import { ago, fullTime } from '../../lib/dates.ts'
import { can } from '../../backend/abilities.ts'
import { team as says } from '../../messages/team.ts'
import { Button } from '../../ui/button.tsx'
import { thisDevice } from '../../backend/web-push.ts'
import { Asked } from './asked.tsx'
import { Group, Row, Rows, Teaches } from './group.tsx'
import { SecondStep } from './second-step.tsx'
import type { PartProps } from './part-props.ts'
import { ThisBrowser } from './this-browser.tsx'

const words = says.devices

export function Devices({ user }: PartProps) {
  const query = useQuery(devices)
  return (
    <>
      {can.account && <ThisBrowser />}
      <Group
        title={words.all}
        text={words.text}
        action={
          user &&
          query.data &&
          query.data.length > 0 && (
            <Button look="outlined" onClick={() => void sendTest(user.id)}>
              {words.test}
            </Button>
          )
        }
      >
        <Asked query={query} part="devices">
          {(known) =>
            known.length === 0 ? (
              <Teaches title={words.emptyTitle}>{words.emptyText}</Teaches>
            ) : (
              <Rows name={words.all}>
                {known.map((device) => (
                  <DeviceRow key={device.id} device={device} />
                ))}
              </Rows>
            )
          }
        </Asked>
      </Group>
    </>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const [isAsking, setAsking] = useState(false)
  const name = deviceName(device)
  const isHere = device.id === thisDevice()
  const Mark = device.platform === 'web' ? Globe : Smartphone
  return (
    <Row
      mark={<Mark aria-hidden="true" size={18} className="text-quiet" />}
      title={
        <>
          <bdi>{name}</bdi>
          {isHere && <span className="font-normal text-quiet">{words.here}</span>}
        </>
      }
      text={
        <>
          <span className="text-meta" title={fullTime(device.updated_at)}>
            {words.platforms[device.platform]} · {words.seen(ago(device.updated_at))}
          </span>
          {!device.reachable && <p className="text-meta text-warn">{words.unreachable}</p>}
        </>
      }
      actions={
        // Of this browser there is a switch above.
        !isHere && (
          <Button look="danger" aria-label={words.removeNamed(name)} onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        )
      }
      below={isAsking && <SecondStep text={words.removeAsk(name)} act={words.remove} onAct={() => removeDevice(device)} onKeep={() => setAsking(false)} />}
    />
  )
}
